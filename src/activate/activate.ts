import { findNamed, unitRef, type Named } from '../catalog/refs.ts'
import { disabledOmission, omissionOf } from '../govern/omission.ts'
import { strictest } from '../govern/strictest.ts'
import { ungrantedDecision } from '../govern/ungranted.ts'
import type { Allowed, AllowedPack } from '../model/brands.ts'
import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decision.ts'
import type { EffectiveUnit } from '../model/effective.ts'
import type { Manifest, Unit } from '../model/manifest.ts'
import type { Omission } from '../model/read.ts'
import type { ActivationMode } from '../model/vocabulary.ts'
import { isWebAddress, normalizePath } from '../text/paths/paths.ts'

export interface Activation<Candidate extends Allowed = Allowed> {
  readonly allowed: readonly Candidate[]
  readonly decisions: readonly Decision[]
  readonly omitted: readonly Omission[]
}

export interface ActivateOptions {
  /** What the caller asked for, as people name packs, manifests and units; absent means that everything is a candidate. */
  readonly named?: readonly string[]
  /** How what is not named came to be a candidate. Default: by its rank (AK-131). */
  readonly mode?: Exclude<ActivationMode, 'explicit'>
  /** What every gate says of a pack or unit, with the grants and approvals of this moment. */
  decisionOn(candidate: Named, activation: ActivationMode): Decision | undefined
  isDisabled(ref: string): boolean
  grantFor(entry: CatalogEntry): Grant | undefined
  /** Files of a pack that other entries name too: what they refuse, and what they oblige to. */
  sharedFor(entry: CatalogEntry): Pick<AllowedPack, 'withheld' | 'bound'>
  effective(manifest: Manifest, unit: Unit): EffectiveUnit
}

/** Asks the gates about every candidate. Only what passes becomes `Allowed`, and only here. */
export function activate(entries: readonly CatalogEntry[], options: ActivateOptions): Activation {
  const asked: Asked = { allowed: [], decisions: [], omitted: [] }
  const found = (options.named ?? []).flatMap((written) => findNamed({ entries }, written) ?? [])
  const meant = {
    units: new Set(found.flatMap(({ unit }) => unit ?? [])),
    whole: new Set(found.flatMap(({ entry, unit }) => (unit ? [] : entry))),
  }
  const meantOptions = { ...options, ...meant }
  for (const entry of entries) {
    if (entry.document.kind === 'pack') activatePack(entry, asked, meantOptions)
    else activateUnits(entry, entry.document, asked, meantOptions)
  }
  return asked
}

/** As `activate`, where only packs are wanted. */
export function activatePacks(entries: readonly CatalogEntry[], options: ActivateOptions): Activation<AllowedPack> {
  const { allowed, ...said } = activate(
    entries.filter(({ document }) => document.kind === 'pack'),
    options,
  )
  return { ...said, allowed: allowed.filter((candidate) => candidate.kind === 'pack') }
}

interface Asked {
  readonly allowed: Allowed[]
  readonly decisions: Decision[]
  readonly omitted: Omission[]
}

function activatePack(entry: CatalogEntry, asked: Asked, options: MeantOptions): void {
  const { ref, found, document } = entry
  const explicit = options.whole.has(entry) || isPlace(entry, options.named)
  if (document.kind !== 'pack' || (options.named && !explicit)) return
  if (!entry.enabled || options.isDisabled(ref)) return passOver(ref, explicit, asked)
  if (isClosed(entry, asked, options)) return
  const decision = ask({ ref, entry }, explicit, asked, options)
  if (!decision) return
  asked.allowed.push({
    kind: 'pack',
    ref,
    root: found.folder,
    entryFile: found.file,
    pack: document,
    decision,
    granted: grantedFiles(entry, options),
    ...options.sharedFor(entry),
  } as Allowed)
}

/** Naming a manifest asks for all its units, but for none of them by name. */
function activateUnits(entry: CatalogEntry, manifest: Manifest, asked: Asked, options: MeantOptions): void {
  const { ref: manifestRef, found } = entry
  const whole = options.whole.has(entry) || isPlace(entry, options.named)
  const candidates = firstOfEachId(
    options.named && !whole ? manifest.units.filter((unit) => options.units.has(unit)) : manifest.units,
  )
  if (options.named && !whole && candidates.length === 0) return
  if (!entry.enabled || options.isDisabled(manifestRef))
    return passOver(manifestRef, options.named !== undefined, asked)
  // Without a grant no unit can pass; that is one thing to say, not ten thousand. Whoever named one is told about that one.
  if (!candidates.some((unit) => options.units.has(unit)) && isClosed(entry, asked, options)) return
  const granted = grantedFiles(entry, options)
  for (const unit of candidates) {
    const ref = unitRef(manifestRef, unit.id)
    const explicit = options.units.has(unit)
    if (options.isDisabled(ref)) {
      passOver(ref, explicit, asked)
      continue
    }
    const decision = ask({ ref, entry, unit }, explicit, asked, options)
    if (!decision) continue
    const own = {
      manifestRef,
      manifest,
      named: explicit,
      unit: options.effective(manifest, unit),
      path: isWebAddress(unit.path) ? unit.path : normalizePath(unit.path),
    }
    asked.allowed.push({
      kind: 'unit',
      ref,
      root: found.folder,
      entryFile: found.file,
      ...own,
      decision,
      granted,
      withheld: nothing,
    } as Allowed)
  }
}

interface MeantOptions extends ActivateOptions {
  /** Units that the caller named, one by one. */
  readonly units: ReadonlySet<Unit>
  /** Packs and manifests that the caller named. */
  readonly whole: ReadonlySet<CatalogEntry>
}

const nothing: ReadonlyMap<string, string> = new Map()

/** About an ungranted entry no other gate is asked: nothing it declares counts. */
function isClosed(entry: CatalogEntry, asked: Asked, { grantFor }: ActivateOptions): boolean {
  const grant = grantFor(entry)
  if (entry.found.scope === 'builtin' || (grant && !grant.changed)) return false
  const decision = ungrantedDecision(entry.ref, grant)
  asked.decisions.push(decision)
  asked.omitted.push(omissionOf(decision))
  return true
}

/** Of units with one id the first counts (KCP §7). */
function firstOfEachId(units: readonly Unit[]): readonly Unit[] {
  const seen = new Set<string>()
  return units.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function ask(
  candidate: Named,
  explicit: boolean,
  { decisions, omitted }: Asked,
  options: ActivateOptions,
): Decision | undefined {
  const decision = options.decisionOn(candidate, explicit ? 'explicit' : (options.mode ?? 'resolver-driven'))
  if (!decision) return undefined
  decisions.push(decision)
  if (decision.verdict === 'allow') return decision
  omitted.push(omissionOf(decision))
  return undefined
}

/** Switched off is out of sight (AK-104, AK-136); whoever asks for it by name is told. */
function passOver(ref: string, explicit: boolean, { omitted }: Asked): void {
  if (explicit) omitted.push(disabledOmission(ref))
}

function grantedFiles(entry: CatalogEntry, { grantFor }: ActivateOptions): ReadonlyMap<string, string> | undefined {
  const grant = grantFor(entry)
  return entry.found.scope === 'builtin' || grant?.follow ? undefined : digestsOf(grant?.files ?? nothingGranted)
}

const nothingGranted: Readonly<Record<string, string>> = {}
const digests = new WeakMap<Readonly<Record<string, string>>, ReadonlyMap<string, string>>()

/** A grant may name thousands of files, and is the same at every read. */
function digestsOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const known = digests.get(files) ?? new Map(Object.entries(files))
  digests.set(files, known)
  return known
}

/** A whole pack or manifest, by ref, folder or entry file, a pack by its name too (AK-132). */
export function isNamed(entry: CatalogEntry, named: readonly string[]): boolean {
  const { ref, document } = entry
  return (
    named.some((wanted) => wanted === ref || (document.kind === 'pack' && wanted === document.name)) ||
    isPlace(entry, named)
  )
}

/** An entry as it stands with some of its files: what the units that name them too oblige to holds here as well. */
export function withDuties<Entry extends Allowed>(entry: Entry, paths: readonly string[]): Entry {
  if (entry.kind !== 'pack' || entry.bound.size === 0) return entry
  const files = [...new Set(paths)].flatMap((path) => entry.bound.get(path) ?? [])
  if (files.length === 0) return entry
  const restrictions = [...new Set(files.flatMap((file) => file.restrictions))].sort()
  return {
    ...entry,
    decision: strictest(
      entry.decision,
      files.flatMap(({ decisions }) => decisions),
    ),
    fileUnits: { refs: files.flatMap(({ refs }) => refs), restrictions },
  }
}

/** A folder may hold a pack and a manifest; its path means both. */
const isPlace = ({ found: { folder, file } }: CatalogEntry, named: readonly string[] = []): boolean =>
  named.includes(folder) || named.includes(`${folder}/${file}`)
