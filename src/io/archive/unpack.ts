import { gunzipSync } from 'node:zlib'
import { limits } from '../../model/limits.ts'
import { clashIn, treeNameProblem } from '../../text/paths/tree-names.ts'
import { ArchiveError, type ArchiveEntry, type ReadArchive } from './archive-error.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'

export type Unpacked =
  | {
      readonly ok: true
      readonly files: ReadonlyMap<string, Uint8Array>
      /** Links in the archive, which are not followed. */
      readonly links: readonly string[]
      readonly commit?: string
    }
  | { readonly ok: false; readonly detail: string }

/** By its first bytes, not by its name. */
export const isArchive = (bytes: Uint8Array): boolean => isZip(bytes) || isGzip(bytes) || isTar(bytes)

const isZip = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])
const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x1f, 0x8b])
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar'

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte)

/** Unpacks an archive in memory; nothing is written (AK-349). A single top folder is stripped. */
export function unpackArchive(bytes: Uint8Array): Unpacked {
  try {
    if (bytes.length > limits.archiveBytes) throw new ArchiveError(`It has more than ${limits.archiveBytes} bytes.`)
    const { entries, commit } = readArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    for (const { path } of entries) {
      const problem = treeNameProblem(path)
      if (problem !== undefined) throw new ArchiveError(`The name "${path}" ${problem}.`)
    }
    const named = entries.filter(({ kind }) => kind !== 'folder')
    const folders = new Set(entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path))
    const clash = clashIn(named.map(({ path }) => path)) ?? named.find(({ path }) => folders.has(path))?.path
    if (clash !== undefined) throw new ArchiveError(`The name "${clash}" stands in it twice.`)
    return { ok: true, ...withoutTop(named), ...(commit === undefined ? {} : { commit }) }
  } catch (error) {
    if (error instanceof ArchiveError) return { ok: false, detail: error.message }
    throw error
  }
}

function readArchive(bytes: Buffer): ReadArchive {
  if (isZip(bytes)) return readZip(bytes)
  return readTar(isGzip(bytes) ? gunzipped(bytes) : bytes)
}

function gunzipped(bytes: Buffer): Buffer {
  const most = Math.min(limits.unpackedBytes, bytes.length * limits.archiveRatio + 1_000_000)
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ArchiveError(isLarge ? `It unpacks to more than ${most} bytes.` : 'It is damaged: it is not valid gzip.')
  }
}

function withoutTop(entries: readonly ArchiveEntry[]): Pick<Extract<Unpacked, { ok: true }>, 'files' | 'links'> {
  const tops = new Set(entries.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '')))
  const [top = ''] = tops.size === 1 ? tops : []
  const files = new Map<string, Uint8Array>()
  const links: string[] = []
  for (const { path, kind, bytes } of entries) {
    if (kind === 'link') links.push(path.slice(top.length))
    else files.set(path.slice(top.length), bytes)
  }
  return { files, links }
}
