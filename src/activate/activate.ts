import { findNamed, unitRef, type NamedEntry } from '../catalog/refs.ts'
import { disabledOmission, omissionOf } from '../govern/omission.ts'
import { strictest } from '../govern/strictest.ts'
import { ungrantedDecision } from '../govern/early-decisions.ts'
import type { Allowed, AllowedPack, AllowedUnit } from '../model/decisions/brands.ts'
import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decisions/decision.ts'
import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { Manifest, Unit } from '../model/documents/manifest.ts'
import type { Omission } from '../model/reading/read.ts'
import type { ActivationMode } from '../model/tables/vocabulary.ts'
import { isWebAddress, normalizePath } from '../text/paths/paths.ts'

export interface Activation<Candidate extends Allowed = Allowed> {
  readonly allowed: readonly Candidate[]
  readonly decisions: readonly Decision[]
  readonly omitted: readonly Omission[]
}

export interface ActivateOptions {
  /** Names of packs, manifests and units that the caller requested; absent: everything is a candidate. */
  readonly named?: readonly string[]
  /** How candidates that are not named were found. Default: by rank (AK-131). */
  readonly mode?: Exclude<ActivationMode, 'explicit'>
  /** The decision of all gates on a pack or unit, with current grants and approvals. */
  decisionOn(candidate: NamedEntry, activation: ActivationMode): Decision | undefined
  isDisabled(ref: string): boolean
  grantFor(entry: CatalogEntry): Grant | undefined
  /** Refusals, obligations and hashes that other entries declare for the same files. */
  sharedFor(holder: NamedEntry, folder?: AllowedUnit['folder']): Pick<Allowed, 'withheld' | 'bound' | 'hashes'>
  /** The files of a unit whose path is a folder; `undefined` for any other. Nothing is opened. */
  folderOf(entry: CatalogEntry, unit: Unit): AllowedUnit['folder']
  /** Whether a person confirmed the use of disputed or unsourced claims of this pack. */
  areClaimsConfirmed(entry: CatalogEntry): boolean
  effective(manifest: Manifest, unit: Unit): EffectiveUnit
  /** Its relations to units of declared manifests. */
  externalFor(candidate: NamedEntry): Pick<AllowedUnit, 'external'>
}

/** Evaluates the gates for every candidate. Only what passes becomes `Allowed`, and only here. */
export function activate(entries: readonly CatalogEntry[], options: ActivateOptions): Activation {
  const activation: MutableActivation = { allowed: [], decisions: [], omitted: [] }
  const found = (options.named ?? []).flatMap((written) => findNamed({ entries }, written) ?? [])
  const namedOptions = {
    ...options,
    units: new Set(found.flatMap(({ unit }) => unit ?? [])),
    whole: new Set(found.flatMap(({ entry, unit }) => (unit ? [] : entry))),
  }
  for (const entry of entries) {
    if (entry.document.kind === 'pack') activatePack(entry, activation, namedOptions)
    else activateUnits(entry, entry.document, activation, namedOptions)
  }
  return activation
}

/** As `activate`, for packs only. */
export function activatePacks(entries: readonly CatalogEntry[], options: ActivateOptions): Activation<AllowedPack> {
  const { allowed, ...rest } = activate(
    entries.filter(({ document }) => document.kind === 'pack'),
    options,
  )
  return { ...rest, allowed: allowed.filter((candidate) => candidate.kind === 'pack') }
}

interface MutableActivation {
  readonly allowed: Allowed[]
  readonly decisions: Decision[]
  readonly omitted: Omission[]
}

function activatePack(entry: CatalogEntry, activation: MutableActivation, options: NamedOptions): void {
  const { ref, found, document } = entry
  const explicit = options.whole.has(entry) || isPlace(entry, options.named)
  if (document.kind !== 'pack' || (options.named && !explicit)) return
  if (!entry.enabled || options.isDisabled(ref)) return omitDisabled(ref, explicit, activation)
  if (isClosed(entry, activation, options)) return
  const decision = ask({ ref, entry }, explicit, activation, options)
  if (!decision) return
  activation.allowed.push({
    kind: 'pack',
    ref,
    root: found.folder,
    entryFile: found.file,
    pack: document,
    decision,
    granted: grantedFiles(entry, options),
    ...heldSignature(entry),
    ...(options.areClaimsConfirmed(entry) ? { claimsConfirmed: true } : {}),
    ...options.sharedFor({ ref, entry }),
  } as Allowed)
}

/** A named manifest requests all its units, but none of them by name. */
function activateUnits(
  entry: CatalogEntry,
  manifest: Manifest,
  activation: MutableActivation,
  options: NamedOptions,
): void {
  const { ref: manifestRef, found } = entry
  const whole = options.whole.has(entry) || isPlace(entry, options.named)
  const candidates = firstOfEachId(
    options.named && !whole ? manifest.units.filter((unit) => options.units.has(unit)) : manifest.units,
  )
  if (options.named && !whole && candidates.length === 0) return
  if (!entry.enabled || options.isDisabled(manifestRef))
    return omitDisabled(manifestRef, options.named !== undefined, activation)
  // Without a grant no unit can pass; that is one omission, not ten thousand, unless a unit was named.
  if (!candidates.some((unit) => options.units.has(unit)) && isClosed(entry, activation, options)) return
  const granted = grantedFiles(entry, options)
  for (const unit of candidates) {
    const ref = unitRef(manifestRef, unit.id)
    const explicit = options.units.has(unit)
    if (options.isDisabled(ref)) {
      omitDisabled(ref, explicit, activation)
      continue
    }
    const candidate = { ref, entry, unit }
    const decision = ask(candidate, explicit, activation, options)
    if (!decision) continue
    const folder = options.folderOf(entry, unit)
    activation.allowed.push({
      kind: 'unit',
      ref,
      root: found.folder,
      entryFile: found.file,
      manifestRef,
      manifest,
      named: explicit,
      unit: options.effective(manifest, unit),
      path: isWebAddress(unit.path) ? unit.path : normalizePath(unit.path),
      ...options.externalFor(candidate),
      decision,
      granted,
      ...heldSignature(entry),
      ...(folder ? { folder } : {}),
      ...options.sharedFor(candidate, folder),
    } as Allowed)
  }
}

interface NamedOptions extends ActivateOptions {
  /** Units that the caller named. */
  readonly units: ReadonlySet<Unit>
  /** Packs and manifests that the caller named. */
  readonly whole: ReadonlySet<CatalogEntry>
}

/** For an ungranted entry no other gate is evaluated: nothing it declares counts. */
function isClosed(entry: CatalogEntry, activation: MutableActivation, { grantFor }: ActivateOptions): boolean {
  const grant = grantFor(entry)
  if (entry.found.scope === 'builtin' || (grant && !grant.changed)) return false
  const decision = ungrantedDecision(entry.ref, grant)
  activation.decisions.push(decision)
  activation.omitted.push(omissionOf(decision))
  return true
}

/** Among units with the same id the first counts (KCP §7). */
function firstOfEachId(units: readonly Unit[]): readonly Unit[] {
  const seen = new Set<string>()
  return units.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function ask(
  candidate: NamedEntry,
  explicit: boolean,
  { decisions, omitted }: MutableActivation,
  options: ActivateOptions,
): Decision | undefined {
  const decision = options.decisionOn(candidate, explicit ? 'explicit' : (options.mode ?? 'resolver-driven'))
  if (!decision) return undefined
  decisions.push(decision)
  if (decision.verdict === 'allow') return decision
  omitted.push(omissionOf(decision))
  return undefined
}

/** A disabled entry is hidden (AK-104, AK-136), except from a caller that names it. */
function omitDisabled(ref: string, explicit: boolean, { omitted }: MutableActivation): void {
  if (explicit) omitted.push(disabledOmission(ref))
}

/** An invalid signature proves nothing about content that a person approved anyway. */
const heldSignature = ({ signature }: CatalogEntry): Pick<CatalogEntry, 'signature'> =>
  signature && signature.tier !== 'failed' ? { signature } : {}

function grantedFiles(entry: CatalogEntry, { grantFor }: ActivateOptions): ReadonlyMap<string, string> | undefined {
  const grant = grantFor(entry)
  return entry.found.scope === 'builtin' || grant?.follow ? undefined : digestsOf(grant?.files ?? nothingGranted)
}

const nothingGranted: Readonly<Record<string, string>> = {}
const digests = new WeakMap<Readonly<Record<string, string>>, ReadonlyMap<string, string>>()

/** Cached: a grant may name thousands of files, and is the same at every read. */
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

/** An entry with the obligations of units that name the same files. */
export function withSharedObligations<Entry extends Allowed>(entry: Entry, paths: readonly string[]): Entry {
  if (entry.bound.size === 0) return entry
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

/** A folder may contain a pack and a manifest; its path names both. */
const isPlace = ({ found: { folder, file } }: CatalogEntry, named: readonly string[] = []): boolean =>
  named.includes(folder) || named.includes(`${folder}/${file}`)
