import type { Change, ReplacedFile } from '../../io/disk/replace-file.ts'
import { limits } from '../../model/limits.ts'
import type { Pack } from '../../model/documents/pack.ts'
import type { Clock, Files, Writer } from '../../model/ports.ts'
import { readPack, type PackReading } from '../../parse/pack/pack.ts'
import { openFolder, type Folder } from '../../validate/folder.ts'

/** The ports of the author's verbs. Nothing is written through a link. */
export interface AuthorPorts {
  readonly files: Files
  readonly writer: Writer
  readonly clock: Clock
  /** Replaces or deletes a file if it still has the planned bytes. */
  replace(root: string, path: string, change: Change): ReplacedFile
}

/** A pack as its author edits it: no gate is asked, because nothing of it reaches a model. */
export interface AuthoredPack {
  readonly root: string
  readonly folder: Folder
  readonly reading: PackReading
  readonly pack: Pack | undefined
  readonly guide: Uint8Array
}

export const entryFile = 'KNOWLEDGE.md'

/** Throws if the entry file cannot be read. */
export function openAuthoredPack(files: Files, root: string): AuthoredPack {
  const read = files.read(root, entryFile, { limit: limits.contentBytes })
  if (!read.ok) throw new Error(`"${entryFile}" cannot be read. ${read.detail}`)
  const reading = readPack(read.bytes, entryFile)
  return { root, folder: openFolder(files, root), reading, pack: reading.pack, guide: read.bytes }
}

/** Maximum records in one second; their names get a number. */
const attempts = 100

/** Writes a new `runs/<kind>-<time>.json`; returns its path in the pack. */
export function writeRecord(
  { writer, clock }: Pick<AuthorPorts, 'writer' | 'clock'>,
  root: string,
  kind: 'compile' | 'review' | 'health' | 'ingest',
  record: (runId: string) => object,
): string {
  const time = clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  for (let attempt = 1; ; attempt++) {
    const runId = `${kind}-${time}${attempt === 1 ? '' : `-${attempt}`}`
    const path = `runs/${runId}.json`
    const bytes = new TextEncoder().encode(`${JSON.stringify(record(runId), null, 2)}\n`)
    const written = writer.create(root, path, bytes)
    if (written.ok) return path
    if (written.trouble !== 'exists' || attempt === attempts)
      throw new Error(`"${path}" was not written. ${written.detail}`)
  }
}
