import type { Activation } from '../../activate/activate.ts'
import type { Allowed } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import { digest } from '../../text/bytes/digest.ts'

/** Whether the part of an entry file that decisions depend on is unchanged since it was listed. */
export function isSameHead(
  { document, headDigest }: Pick<CatalogEntry, 'document' | 'headDigest'>,
  bytes: Uint8Array,
): boolean {
  const length = document.kind === 'pack' ? frontmatterLength(bytes) : bytes.length
  return length !== undefined && digest(bytes.subarray(0, length)) === headDigest
}

/**
 * The digest of a manifest together with what it includes: editing an included manifest edits the entry (KCP §3.11).
 */
export function headDigestOf(own: string, { includes = [] }: Pick<Manifest, 'includes'>): string {
  return includes.length === 0
    ? own
    : digest([own, ...includes.map(({ path, digest: other }) => `${path}\0${other}`)].join('\n'))
}

/** As `isSameHead`, for a manifest with what it includes. */
export function isSameComposed(
  { found, document, headDigest }: CatalogEntry,
  own: Uint8Array,
  files: Pick<Files, 'read'>,
): boolean {
  const includes = (document.kind === 'manifest' ? (document.includes ?? []) : []).map((include) => {
    const read = files.read(found.folder, include.path, { limit: limits.documentBytes })
    return { ...include, digest: read.ok ? digest(read.bytes) : '' }
  })
  return headDigestOf(digest(own), { includes }) === headDigest
}

/** Used entries whose head has changed. Entries with granted digests were checked before. */
export function changedHeads(catalog: Catalog, used: readonly Allowed[], files: Files): ReadonlySet<string> {
  const unchanged = new Map<string, boolean>()
  return new Set(
    used
      .filter((entry) => {
        const { root, entryFile, granted } = entry
        if (granted) return false
        const key = `${root}/${entryFile}`
        if (!unchanged.has(key)) unchanged.set(key, isHeadUnchanged(catalog, entry, files))
        return !unchanged.get(key)
      })
      .map(({ root, entryFile }) => `${root}/${entryFile}`),
  )
}

function isHeadUnchanged(catalog: Catalog, entry: Allowed, files: Files): boolean {
  const ref = entry.kind === 'pack' ? entry.ref : entry.manifestRef
  const listed = catalog.entries.find((candidate) => candidate.ref === ref)
  const read = files.read(entry.root, entry.entryFile, { limit: limits.contentBytes })
  if (listed === undefined || !read.ok) return false
  return listed.document.kind === 'pack' ? isSameHead(listed, read.bytes) : isSameComposed(listed, read.bytes, files)
}

export const outdatedHead = (ref: string, path: string): Omission => ({
  ref,
  path,
  reason: 'outdated',
  detail: 'Its head changed since it was listed. List it again.',
})

/** Decisions on a changed entry are void until it is listed again (AK-205). */
export function withoutChanged(activation: Activation, changed: ReadonlySet<string>): Activation {
  const isChanged = ({ root, entryFile }: Allowed): boolean => changed.has(`${root}/${entryFile}`)
  const gone = activation.allowed.filter(isChanged)
  return {
    ...activation,
    allowed: activation.allowed.filter((entry) => !isChanged(entry)),
    omitted: [...activation.omitted, ...gone.map(({ ref, entryFile }) => outdatedHead(ref, entryFile))],
  }
}
