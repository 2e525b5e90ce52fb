import type { AllowedUnit } from '../../model/decisions/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Cache, Files } from '../../model/ports.ts'
import type { Omission, OmissionCounts } from '../../model/reading/read.ts'
import { isEntryFileUnchanged } from '../texts/granted-text.ts'
import { KnownFiles } from '../texts/known-files.ts'
import type { Source } from '../texts/source.ts'
import { formatIn } from '../texts/text-in.ts'
import { areForTask, listOmissions, strictUnits, unitCandidates, type PassedOver } from './unit-candidates.ts'
import { keptOrRead, type KeptSources, type SharedFile } from './unit-source.ts'

export interface UnitTexts {
  /** By manifest, then in declaration order, so that the order is the same for every task. */
  readonly sources: readonly Source[]
  readonly omitted: readonly Omission[]
  /** Counts by reason of omissions that `omitted` does not list. */
  readonly unlisted: OmissionCounts
  /** Present if the same texts can be found again without opening anything. */
  readonly again?: FoundTexts
}

/**
 * What another read of the same units finds, unless their manifest changes or a unit of `strict` is not for its task.
 */
export interface FoundTexts {
  readonly sources: readonly Source[]
  readonly passed: readonly PassedOver[]
  readonly beyond: readonly Omission[]
  readonly strict: readonly AllowedUnit[]
  /** One unit of each manifest. */
  readonly manifests: readonly AllowedUnit[]
}

/** The texts of an earlier read; `undefined` if they have to be gathered again. */
export function textsAgain(files: Files, found: FoundTexts, task: string): UnitTexts | undefined {
  if (!areForTask(found.strict, task) || !found.manifests.every(manifestCheck(files, []))) return undefined
  const { omitted, unlisted } = listOmissions(found.passed, task)
  return { sources: found.sources, omitted: [...omitted, ...found.beyond], unlisted, again: found }
}

interface Most {
  readonly files: number
  readonly bytes: number
}

export interface UnitReading {
  readonly kept?: KeptSources
  readonly known?: KnownFiles
  readonly cache?: Cache
  readonly most?: Most
}

/** Number of files from which stored facts about unchanged files are used. */
const knownFiles = 8

const readable: Most = { files: limits.readUnits, bytes: limits.readUnitBytes }

/**
 * The texts of units, each file once and only with its granted bytes. One read opens a bounded number of files and
 * characters, best matches first; the number of unopened units is reported.
 */
export function unitTexts(
  files: Files,
  allowed: readonly AllowedUnit[],
  task: string,
  {
    kept = new Map(),
    known = new KnownFiles(),
    cache,
    most: { files: mostFiles, bytes: mostBytes } = readable,
  }: UnitReading = {},
): UnitTexts {
  const { units, passed, omitted: passedOver, unlisted } = unitCandidates(allowed, task, cache)
  const omitted = [...passedOver]
  const isUnchanged = manifestCheck(files, omitted)
  const taken: { readonly unit: AllowedUnit; readonly source: Source }[] = []
  const unopened: SharedFile[] = []
  let [opened, length, keptCount] = [0, 0, 0]
  /** `false` if the file exceeds the rest of the limit. */
  const take = (shared: SharedFile, most: number): boolean => {
    const [unit] = shared.units
    const found = isUnchanged(unit) ? keptOrRead(files, shared, { kept, known, factsBelow, omitted, most }) : undefined
    if (found === 'too-large') return false
    opened += 1
    if (!found) return true
    length += found.length
    if (found.isKept) keptCount += 1
    taken.push({ unit, source: found.source })
    return true
  }
  const large: SharedFile[] = []
  const shares = byFile(units)
  // A few files are read faster than their stored facts, except PDFs.
  const isFew = shares.length < knownFiles && !shares.some(({ path, units: [unit] }) => formatIn(unit, path) === 'pdf')
  const factsBelow = isFew ? () => undefined : known.pass(files)
  for (const shared of shares) {
    const [unit] = shared.units
    const isFull = opened >= mostFiles || length >= mostBytes
    if (isFull) unopened.push(shared)
    else if (!take(shared, unit.named ? limits.contentBytes : mostBytes - length)) large.push(shared)
  }
  // A large file must not exclude files that fit; the best match among large files is read last, beyond the limit.
  for (const shared of large) if (length >= mostBytes || !take(shared, limits.contentBytes)) unopened.push(shared)
  known.save()
  const sources = taken.sort((a, b) => asDeclared(a.unit, b.unit)).map(({ source }) => source)
  const beyond = units.flatMap(beyondLimit)
  const strict = strictUnits(allowed)
  const isAllKept = keptCount === shares.length && omitted.length === passedOver.length && areForTask(strict, task)
  return {
    sources,
    omitted: [...omitted, ...beyond, ...notOpened(unopened, { files: mostFiles, bytes: mostBytes })],
    unlisted: unopened.length > 1 ? { ...unlisted, 'not-opened': unopened.length - 1 } : unlisted,
    ...(isAllKept ? { again: { sources, passed, beyond, strict, manifests: onePerManifest(units) } } : {}),
  }
}

const onePerManifest = (units: readonly AllowedUnit[]): readonly AllowedUnit[] => [
  ...new Map(units.map((unit) => [unit.manifest, unit])).values(),
]

/** Units of the same file share one text. */
function byFile(units: readonly AllowedUnit[]): readonly SharedFile[] {
  const sharing = new Map<
    string,
    { readonly path: string; readonly first: AllowedUnit[]; readonly others: AllowedUnit[] }
  >()
  for (const unit of units) {
    for (const path of unit.folder?.files ?? [unit.path]) {
      const place = `${unit.root}\n${path}`
      const held = sharing.get(place)
      const leader = held?.first.at(-1)
      if (!held || !leader) sharing.set(place, { path, first: [unit], others: [] })
      else if (comesBefore(unit, leader)) held.first.push(unit)
      else held.others.push(unit)
    }
  }
  return [...sharing].flatMap(([place, { path, first, others }]): readonly SharedFile[] => {
    const [leader, ...rest] = [...first.reverse(), ...others]
    return leader ? [{ place, path, units: [leader, ...rest] }] : []
  })
}

const comesBefore = (a: AllowedUnit, b: AllowedUnit): boolean =>
  (Number(b.named) - Number(a.named) ||
    Number(a.folder !== undefined) - Number(b.folder !== undefined) ||
    asDeclared(a, b)) < 0

const asDeclared = (a: AllowedUnit, b: AllowedUnit): number =>
  a.manifestRef < b.manifestRef ? -1 : a.manifestRef > b.manifestRef ? 1 : a.unit.unit.index - b.unit.unit.index

/** A changed manifest closes all its units, so it is checked first, and only once. */
function manifestCheck(files: Files, omitted: Omission[]): (allowed: AllowedUnit) => boolean {
  const known = new Map<AllowedUnit['manifest'], boolean>()
  return (allowed) => {
    const before = known.get(allowed.manifest)
    if (before !== undefined) return before
    const found: Omission[] = []
    const isUnchanged = isEntryFileUnchanged(files, allowed, found)
    omitted.push(...found.map((reason) => ({ ...reason, ref: allowed.manifestRef })))
    known.set(allowed.manifest, isUnchanged)
    return isUnchanged
  }
}

function beyondLimit({ ref, path, folder }: AllowedUnit): readonly Omission[] {
  if (folder?.beyond === undefined) return []
  return [{ ref, path, reason: 'not-opened', detail: `${folder.beyond} Name the others as units of their own.` }]
}

/** One sentence for each manifest. */
function notOpened(unopened: readonly SharedFile[], most: Most): readonly Omission[] {
  const counts = new Map<string, number>()
  for (const { units } of unopened) counts.set(units[0].manifestRef, (counts.get(units[0].manifestRef) ?? 0) + 1)
  return [...counts].map(([ref, count]) => ({
    ref,
    reason: 'not-opened',
    detail:
      `${count === 1 ? '1 file was' : `${count} files were`} not opened: one read opens at most ${most.files} files and ` +
      `${most.bytes / 1024 / 1024} MiB, best matches of the metadata first. Name a unit to read it.`,
  }))
}
