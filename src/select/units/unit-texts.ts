import type { AllowedUnit } from '../../model/brands.ts'
import { formatOf } from '../../formats/format-of.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission, OmissionCounts } from '../../model/read.ts'
import { openingOf } from '../texts/document-title.ts'
import { declaredFor } from '../texts/content-hash.ts'
import { entryStands, grantedWithin, type GrantedText } from '../texts/granted-text.ts'
import type { Source } from '../texts/source.ts'
import { unitCandidates } from './unit-candidates.ts'

export interface UnitTexts {
  /** By manifest, then in declaration order: the same for every task. */
  readonly sources: readonly Source[]
  readonly omitted: readonly Omission[]
  /** Counts by reason of what `omitted` does not list. */
  readonly unlisted: OmissionCounts
}

/** Texts cached between reads; the caller checks again what it releases. */
export type KeptSources = Map<string, Source>

interface Most {
  readonly files: number
  readonly bytes: number
}

export interface UnitReading {
  readonly kept?: KeptSources
  readonly most?: Most
}

const readable: Most = { files: limits.readUnits, bytes: limits.readUnitBytes }

/**
 * The texts of units, each file once and only with its granted bytes. One read opens a bounded
 * number of files and characters, best matches first; the number of unopened units is reported.
 */
export function unitTexts(
  files: Files,
  allowed: readonly AllowedUnit[],
  task: string,
  { kept = new Map(), most: { files: mostFiles, bytes: mostBytes } = readable }: UnitReading = {},
): UnitTexts {
  const { units, omitted: passedOver, unlisted } = unitCandidates(allowed, task)
  const omitted = [...passedOver]
  const isUnchanged = manifestCheck(files, omitted)
  const taken: { readonly unit: AllowedUnit; readonly source: Source }[] = []
  const unopened: SharedFile[] = []
  let [opened, length] = [0, 0]
  /** `false` where it exceeds the rest of the limit. */
  const take = (shared: SharedFile, most: number): boolean => {
    const [unit] = shared.units
    const source = isUnchanged(unit) ? keptOrRead(files, shared, { kept, omitted, most }) : undefined
    if (source === 'too-large') return false
    opened += 1
    if (!source) return true
    length += source.text.length
    taken.push({ unit, source })
    return true
  }
  const large: SharedFile[] = []
  for (const shared of byFile(units)) {
    const [unit] = shared.units
    const isFull = opened >= mostFiles || length >= mostBytes
    if (isFull) unopened.push(shared)
    else if (!take(shared, unit.named ? limits.contentBytes : mostBytes - length)) large.push(shared)
  }
  // A large file must not exclude those that fit; the best match among large files is read last, beyond the limit.
  for (const shared of large) if (length >= mostBytes || !take(shared, limits.contentBytes)) unopened.push(shared)
  return {
    sources: taken.sort((a, b) => asDeclared(a.unit, b.unit)).map(({ source }) => source),
    omitted: [
      ...omitted,
      ...units.flatMap(beyondLimit),
      ...notOpened(unopened, { files: mostFiles, bytes: mostBytes }),
    ],
    unlisted: unopened.length > 1 ? { ...unlisted, 'not-opened': unopened.length - 1 } : unlisted,
  }
}

/** One file, and the units it is content of. */
interface SharedFile {
  readonly path: string
  /** The first is a named one, else one whose path is the file and not its folder, else the first declared. */
  readonly units: readonly [AllowedUnit, ...AllowedUnit[]]
}

/** Units of one file are one text. */
function byFile(units: readonly AllowedUnit[]): Iterable<SharedFile> {
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
  return [...sharing.values()].flatMap(({ path, first, others }): readonly SharedFile[] => {
    const [leader, ...rest] = [...first.reverse(), ...others]
    return leader ? [{ path, units: [leader, ...rest] }] : []
  })
}

const comesBefore = (a: AllowedUnit, b: AllowedUnit): boolean =>
  (Number(b.named) - Number(a.named) ||
    Number(a.folder !== undefined) - Number(b.folder !== undefined) ||
    asDeclared(a, b)) < 0

const asDeclared = (a: AllowedUnit, b: AllowedUnit): number =>
  a.manifestRef < b.manifestRef ? -1 : a.manifestRef > b.manifestRef ? 1 : a.unit.unit.index - b.unit.unit.index

/** The hints of a folder count for its index or README, else for each of its files. */
function hintsOf({ unit: { unit }, folder }: AllowedUnit, path: string): readonly string[] {
  if (folder?.opening !== undefined && folder.opening !== path) return []
  return [
    unit.intent,
    ...(unit.triggers ?? []),
    ...(unit.aliases ?? []),
    ...(unit.hints?.chunkTopic === undefined ? [] : [unit.hints.chunkTopic]),
  ]
}

/** A changed manifest closes all its units, so it is checked first, and once. */
function manifestCheck(files: Files, omitted: Omission[]): (allowed: AllowedUnit) => boolean {
  const known = new Map<AllowedUnit['manifest'], boolean>()
  return (allowed) => {
    const before = known.get(allowed.manifest)
    if (before !== undefined) return before
    const found: Omission[] = []
    const isUnchanged = entryStands(files, allowed, found)
    omitted.push(...found.map((reason) => ({ ...reason, ref: allowed.manifestRef })))
    known.set(allowed.manifest, isUnchanged)
    return isUnchanged
  }
}

interface Reading {
  readonly kept: KeptSources
  readonly omitted: Omission[]
  /** Bytes. */
  readonly most: number
}

function keptOrRead(
  files: Files,
  { path, units }: SharedFile,
  { kept, omitted, most }: Reading,
): Source | 'too-large' | undefined {
  const [allowed] = units
  const hints = units.flatMap((unit) => hintsOf(unit, path))
  const hashes = declaredFor(allowed, path)
  const key = [allowed.ref, allowed.root, path, ...hashes.map(({ hash }) => hash.value), ...hints].join('\n')
  // The hash of a folder depends on other files.
  const isKept = !allowed.withheld.has(path) && hashes.every(({ folder }) => !folder)
  const known = isKept ? kept.get(key) : undefined
  if (known && (allowed.granted === undefined || allowed.granted.get(path) === known.fileDigest)) return known
  const read = grantedWithin(files, allowed, path, most)
  if ('fileDigest' in read) {
    const source = sourceOf(allowed, path, { granted: read, hints, omitted })
    if (source?.persist) kept.set(key, source)
    return source
  }
  if (read.isTooLarge && most < limits.contentBytes) return 'too-large'
  omitted.push(read.omitted)
  return undefined
}

interface ReadText {
  readonly granted: GrantedText
  readonly hints: readonly string[]
  readonly omitted: Omission[]
}

function sourceOf(allowed: AllowedUnit, path: string, { granted, hints, omitted }: ReadText): Source | undefined {
  const { ref, manifest, unit, folder, bound } = allowed
  // The declared format of a folder is not that of its files.
  const declared = folder ? undefined : (unit.format?.value ?? unit.contentType?.value)
  if (granted.bytes.includes(0)) {
    omitted.push({ ref, path, reason: 'not-text', detail: 'It contains bytes that are not text.' })
    return undefined
  }
  const { from, title } = openingOf(granted, path)
  return {
    ref,
    envelope: allowed.manifestRef,
    path,
    format: formatOf(path, declared) ?? 'text',
    from,
    fileDigest: granted.fileDigest,
    entry: { name: manifest.project, description: '' },
    title,
    hints,
    isVerified: unit.contentHash !== undefined,
    persist: mayPersist(unit) && bound.get(path)?.persist !== false,
    get text() {
      return granted.text
    },
    get head() {
      return granted.head
    },
  }
}

/** Nothing outlives the read where indexing, storing or logging is forbidden (KCP §3.5, §4.6c). */
export function mayPersist({ indexing, compliance, unreadable }: AllowedUnit['unit']): boolean {
  if (unreadable.length > 0 || compliance.restrictions?.value.includes('no-logging')) return false
  if (!indexing) return true
  const { allow, deny } = indexing.value
  return (['index', 'cache-permanently'] as const).every(
    (operation) => !deny.includes(operation) && (allow.length === 0 || allow.includes(operation)),
  )
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
