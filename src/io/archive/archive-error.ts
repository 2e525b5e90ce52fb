/** Why an archive is refused as a whole. */
export class ArchiveError extends Error {}

export interface ArchiveEntry {
  /** As written, without a leading `./` and a trailing `/`. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link'
  /** The content of a file. */
  readonly bytes: Uint8Array
}

export interface ReadArchive {
  readonly entries: readonly ArchiveEntry[]
  /** The commit that a git archive declares. */
  readonly commit?: string
}

export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ArchiveError('It has a name that is not UTF-8.')
  }
}

/** `./a/` is `a`; the root folder is the empty path. */
export const plainEntryName = (written: string): string => written.replace(/^(?:\.\/)+/, '').replace(/^\.$|\/$/, '')
