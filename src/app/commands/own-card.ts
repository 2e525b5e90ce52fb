import { join } from 'node:path'
import { limits } from '../../model/limits.ts'
import type { Files, Grants } from '../../model/ports.ts'
import { parseCommandCard } from '../../parse/command/command-card.ts'
import { digest } from '../../text/bytes/digest.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import type { FoundCard } from './find-card.ts'

interface OwnCardPlaces {
  readonly files: Files
  readonly grants: Pick<Grants, 'find'>
  /** The folder of the project. */
  readonly project: string
  readonly home: string
}

/** The granted card of the project for a key, or that of the user. */
export const ownCard = (key: string, places: OwnCardPlaces): FoundCard | undefined =>
  ofProject(key, places) ?? ofUser(key, places)

const fileOf = (key: string): string => `.kcp/commands/${key.replaceAll(' ', '-')}.yaml`

function ofProject(key: string, { files, grants, project }: OwnCardPlaces): FoundCard | undefined {
  const path = fileOf(key)
  if (files.kindOf(join(project, path)) !== 'file') return undefined
  const grant = grants.find(project)
  if (!grant) return undefined
  const read = files.read(project, path, { limit: limits.commandCardBytes })
  if (!read.ok || !(grant.follow === true || grant.files?.[path] === digest(read.bytes))) return undefined
  return parsed(read.bytes, key, 'project')
}

function ofUser(key: string, { files, home }: OwnCardPlaces): FoundCard | undefined {
  const path = fileOf(key)
  if (files.kindOf(join(home, path)) !== 'file') return undefined
  const read = files.read(home, path, { limit: limits.commandCardBytes })
  return read.ok ? parsed(read.bytes, key, 'user') : undefined
}

function parsed(bytes: Uint8Array, key: string, from: FoundCard['from']): FoundCard | undefined {
  const decoded = decodeUtf8(bytes)
  const card = decoded.ok ? parseCommandCard(decoded.text) : undefined
  return card?.key === key ? { card, from } : undefined
}
