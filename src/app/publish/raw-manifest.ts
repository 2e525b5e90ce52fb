import type { CatalogEntry } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest, Unit } from '../../model/manifest.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { isSameComposed } from '../decide/same-head.ts'

type Written = Readonly<Record<string, unknown>>

export interface RawManifest {
  readonly root: Written
  /** As written; `undefined` for a unit of an included manifest. */
  unit(unit: Unit): Written | undefined
}

const known = new WeakMap<Manifest, RawManifest>()

/** The fields of a manifest as written, from the bytes that were decided about; `undefined` if the file has changed. */
export function rawManifest(
  entry: CatalogEntry & { readonly document: Manifest },
  { ports }: Pick<Reader, 'ports'>,
): RawManifest | undefined {
  const { found, document } = entry
  const before = known.get(document)
  if (before) return before
  const read = ports.files.read(found.folder, found.file, { limit: limits.documentBytes })
  const isSame = read.ok && isSameComposed(entry, read.bytes, ports.files)
  const root = isSame ? readManifest(read.bytes, found.file).raw : undefined
  if (!root) return undefined
  const units: readonly unknown[] = Array.isArray(root['units']) ? root['units'] : []
  const raw: RawManifest = {
    root,
    unit({ id, index, from }) {
      const written = from ? undefined : units[index]
      return isObject(written) && written['id'] === id ? written : undefined
    },
  }
  known.set(document, raw)
  return raw
}
