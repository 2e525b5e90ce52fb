import type { Pack } from '../../model/pack.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { readPack, type PackReading } from '../../parse/pack/pack.ts'
import { openFolder, type Folder } from '../../validate/folder.ts'

/** A pack as its author works on it: no gate is asked, because nothing of it reaches a model. */
export interface AuthoredPack {
  readonly root: string
  readonly folder: Folder
  readonly reading: PackReading
  readonly pack: Pack | undefined
  readonly guide: Uint8Array
}

export const entryFile = 'KNOWLEDGE.md'

/** Throws where the entry file cannot be read. */
export function openAuthoredPack(files: Files, root: string): AuthoredPack {
  const read = files.read(root, entryFile, { limit: limits.contentBytes })
  if (!read.ok) throw new Error(`"${entryFile}" cannot be read. ${read.detail}`)
  const reading = readPack(read.bytes, entryFile)
  return { root, folder: openFolder(files, root), reading, pack: reading.pack, guide: read.bytes }
}
