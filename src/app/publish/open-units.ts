import { publishedManifest } from '../../distribute/publish/published-manifest.ts'
import type { AllowedUnit } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { publicUnits, type ManifestEntry } from './public-units.ts'
import { publishedTexts } from './published-texts.ts'
import { rawManifest } from './raw-manifest.ts'

/** What a server offers to everybody: the units that would be published. */
export interface OpenUnits {
  readonly entry: ManifestEntry
  readonly units: readonly AllowedUnit[]
  /** Opens the text of the unit, unless nothing changed since it was opened for this. */
  isOpen(unit: AllowedUnit): boolean
}

/** `undefined` where nothing would be published. */
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
      return seenOnce(unit, reader, () => {
        return publishedTexts(unit, packs, reader.ports.files, now).files.size > 0
      })
    },
  }
}

/** Whether something that is written in a manifest contains a possible secret. */
export const hasSecret = (written: object, now: Date): boolean => findSecrets(JSON.stringify(written), now).length > 0

const seen = new WeakMap<object, { readonly key: string; readonly isOpen: boolean }>()

/** Anybody may ask for the list, and as often as they like: each file is opened once while it is the same. */
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
