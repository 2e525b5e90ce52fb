import { publishedManifest } from '../../distribute/publish/published-manifest.ts'
import type { Allowed, AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { isEntryFileUnchanged, grantedText } from '../../select/texts/granted-text.ts'
import { whyNotQuoted } from '../../select/units/why-not-quoted.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { isSameComposed } from '../decide/same-head.ts'
import { publicUnits, type LeftOut, type ManifestEntry, type PublicUnits } from './public-units.ts'

/** What a server offers to everybody: the units that would be published. */
interface OpenUnits {
  readonly entry: ManifestEntry
  readonly units: readonly AllowedUnit[]
  /** Opens the text of the unit, unless it is unchanged since the last check. */
  isOpen(unit: AllowedUnit): boolean
}

/** `undefined` if nothing would be published. */
export function openUnits(catalog: Catalog, reader: Reader): OpenUnits | undefined {
  const { entry, units, packs } = publicUnits(catalog, reader)
  const raw = entry && rawManifest(entry, reader)
  if (!entry || !raw) return undefined
  const now = reader.ports.clock.now()
  const { manifest } = publishedManifest(raw.root, [])
  if (hasSecret(manifest, now)) return undefined
  return {
    entry,
    units,
    isOpen(unit) {
      const written = raw.unit(unit.unit.unit)
      if (written && hasSecret(written, now)) return false
      return seenOnce(unit, reader, () => publishedTexts(unit, packs, reader.ports.files, now).files.size > 0)
    },
  }
}

/** Whether part of a manifest contains a possible secret. */
export const hasSecret = (written: object, now: Date): boolean => findSecrets(JSON.stringify(written), now).length > 0

const seen = new WeakMap<object, { readonly key: string; readonly isOpen: boolean }>()

/** Anybody may request the list at any rate, so an unchanged file is opened once. */
function seenOnce(unit: AllowedUnit, { ports }: Reader, look: () => boolean): boolean {
  const stampOf = ports.files.stamps?.(unit.root)
  const paths = unit.folder?.files ?? [unit.path]
  const stamps = paths.map((path) => stampOf?.(path))
  if (stamps.includes(undefined)) return look()
  const key = JSON.stringify(paths.map((path, i) => [path, stamps[i], unit.granted?.get(path)]))
  const declared = unit.unit.unit
  const before = seen.get(declared)
  if (before?.key === key) return before.isOpen
  const isOpen = look()
  seen.set(declared, { key, isOpen })
  return isOpen
}

interface PublishedTexts {
  /** By published path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The published path of the unit. */
  readonly path: string
  readonly leftOut: readonly LeftOut[]
}

/** Web servers send these as documents that can run scripts, so they are published as plain text. */
const runsInBrowsers = /\.(?:[sx]?html?|xht|svgz?|xml|xslt?|mhtml?)$/i

const publishedPath = (path: string): string => (runsInBrowsers.test(path) ? `${path}.txt` : path)

/** The granted bytes of a unit, without files that seem to contain a secret. */
export function publishedTexts(
  unit: AllowedUnit,
  packs: PublicUnits['packs'],
  files: Files,
  now: Date,
): PublishedTexts {
  const { ref, path, folder } = unit
  const pack = packs.get(`${unit.root}/${path}`)
  const why = whyNotQuoted(unit)?.detail ?? (pack ? undefined : whyNotPack(unit, files))
  if (why !== undefined) return { files: new Map(), path, leftOut: [{ ref, reason: why }] }
  const omitted: Omission[] = []
  const found = new Map<string, Uint8Array>()
  const leftOut: LeftOut[] = []
  const take = (holder: Allowed, own: string, target: string): void => {
    const granted = grantedText(files, holder, own, omitted)
    if (!granted) return
    const place = folder ? { path: target } : {}
    if (granted.text.includes('\0')) leftOut.push({ ref, ...place, reason: 'It contains bytes that are not text.' })
    else if (findSecrets(granted.text, now).length > 0)
      leftOut.push({ ref, ...place, reason: 'It contains a possible secret; "lorefence validate" shows where.' })
    else found.set(publishedPath(target), granted.bytes)
  }
  if (isEntryFileUnchanged(files, unit, omitted)) {
    if (pack) take(pack, pack.entryFile, `${path}/${pack.entryFile}`)
    for (const one of folder?.files ?? [path]) take(unit, one, one)
  }
  const unread = omitted.map((one) => ({
    ref,
    ...(folder && one.path !== undefined ? { path: one.path } : {}),
    ...(one.code === undefined ? {} : { code: one.code }),
    reason: one.detail,
  }))
  return { files: found, path: folder ? path : publishedPath(path), leftOut: [...leftOut, ...unread] }
}

/** The frontmatter of a pack applies to its folder, even if a unit names it. */
function whyNotPack({ root, path, folder }: AllowedUnit, files: Files): string | undefined {
  const guide = `${path}/KNOWLEDGE.md`
  const isPack = folder && !folder.files.includes(guide) && files.kindOf(`${root}/${guide}`) === 'file'
  return isPack ? 'It is the folder of a pack that is invalid, not granted or not for everybody.' : undefined
}

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
