import { join } from 'node:path'
import type { CommandCard } from '../../model/command-card.ts'
import { limits } from '../../model/limits.ts'
import type { Files, Grants } from '../../model/ports.ts'
import type { Invocation } from '../../parse/shell/invocations.ts'
import { bundledCard } from '../../parse/command/bundled-card.ts'
import { digest } from '../../text/digest.ts'
import { decodeUtf8 } from '../../text/utf8.ts'

/** Where cards are looked up, in this order: the project's that a person granted, the user's, ours. */
export interface CardPlaces {
  readonly files: Files
  readonly grants: Pick<Grants, 'find'>
  /** The folder of the project. */
  readonly project: string
  readonly home: string
  /** Cards as text. */
  bundled(): string
}

export interface FoundCard {
  readonly card: CommandCard
  readonly from: 'project' | 'user' | 'bundled'
}

const folder = '.kcp/commands'

/** Other names of commands that have a card. */
const otherNames: Readonly<Record<string, string>> = {
  gradlew: 'gradle',
  mvnw: 'mvn',
  pip3: 'pip',
  fdfind: 'fd',
  batcat: 'bat',
  fly: 'flyctl',
  'docker-compose': 'docker compose',
}

/** The card of the longest known beginning of an invocation: `docker compose` before `docker`. */
export async function findCard({ words }: Invocation, places: CardPlaces): Promise<FoundCard | undefined> {
  const [name = '', ...rest] = words
  if (!/^[\w.+-]{1,64}$/.test(name)) return undefined
  const subcommands = rest.filter((word) => /^[a-z][\w-]{0,40}$/.test(word)).slice(0, 2)
  const names = Object.hasOwn(otherNames, name) ? [name, otherNames[name]] : [name]
  const keys = names.flatMap((one) => [2, 1, 0].map((count) => [one, ...subcommands.slice(0, count)].join(' ')))
  for (const key of keys) {
    const found = (await ofProject(key, places)) ?? (await ofUser(key, places)) ?? ours(key, places)
    if (found) return found
  }
  return undefined
}

const fileOf = (key: string): string => `${folder}/${key.replaceAll(' ', '-')}.yaml`

async function ofProject(key: string, { files, grants, project }: CardPlaces): Promise<FoundCard | undefined> {
  const path = fileOf(key)
  if (files.kindOf(join(project, path)) !== 'file') return undefined
  const grant = grants.find(project)
  if (!grant) return undefined
  const read = files.read(project, path, { limit: limits.commandCardBytes })
  if (!read.ok || !(grant.follow === true || grant.files?.[path] === digest(read.bytes))) return undefined
  return parsed(read.bytes, key, 'project')
}

async function ofUser(key: string, { files, home }: CardPlaces): Promise<FoundCard | undefined> {
  const path = fileOf(key)
  if (files.kindOf(join(home, path)) !== 'file') return undefined
  const read = files.read(home, path, { limit: limits.commandCardBytes })
  return read.ok ? parsed(read.bytes, key, 'user') : undefined
}

/** YAML is loaded only where somebody has a card of their own. */
async function parsed(bytes: Uint8Array, key: string, from: FoundCard['from']): Promise<FoundCard | undefined> {
  const { parseCommandCard } = await import('../../parse/command/command-card.ts')
  const decoded = decodeUtf8(bytes)
  const card = decoded.ok ? parseCommandCard(decoded.text) : undefined
  return card?.key === key ? { card, from } : undefined
}

function ours(key: string, { bundled }: CardPlaces): FoundCard | undefined {
  const card = bundledCard(bundled(), key)
  return card && { card, from: 'bundled' }
}
