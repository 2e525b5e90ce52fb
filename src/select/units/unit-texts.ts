import type { AllowedUnit } from '../../model/brands.ts'
import { formatOf } from '../../formats/format-of.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission, OmissionCounts } from '../../model/read.ts'
import { openingOf } from '../texts/document-title.ts'
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
  const unopened: AllowedUnit[] = []
  let [opened, length] = [0, 0]
  /** `false` where it exceeds the rest of the limit. */
  const take = (sharing: Sharing, most: number): boolean => {
    const [unit] = sharing
    const source = isUnchanged(unit) ? keptOrRead(files, sharing, { kept, omitted, most }) : undefined
    if (source === 'too-large') return false
    opened += 1
    if (!source) return true
    length += source.text.length
    taken.push({ unit, source })
    return true
  }
  const large: Sharing[] = []
  for (const sharing of byFile(units)) {
    const isFull = opened >= mostFiles || length >= mostBytes
    if (isFull) unopened.push(sharing[0])
    else if (!take(sharing, sharing[0].named ? limits.contentBytes : mostBytes - length)) large.push(sharing)
  }
  // A large file must not exclude those that fit; the best match among large files is read last, beyond the limit.
  for (const sharing of large) if (length >= mostBytes || !take(sharing, limits.contentBytes)) unopened.push(sharing[0])
  return {
    sources: taken.sort((a, b) => asDeclared(a.unit, b.unit)).map(({ source }) => source),
    omitted: [...omitted, ...notOpened(unopened, allowed, { files: mostFiles, bytes: mostBytes })],
    unlisted: unopened.length > 1 ? { ...unlisted, 'not-opened': unopened.length - 1 } : unlisted,
  }
}

type Sharing = readonly [AllowedUnit, ...AllowedUnit[]]

/** Units of one file are one text; its first unit is a named one, else the first declared. */
function byFile(units: readonly AllowedUnit[]): Iterable<Sharing> {
  const sharing = new Map<string, { readonly first: AllowedUnit[]; readonly others: AllowedUnit[] }>()
  for (const unit of units) {
    const place = `${unit.root}\n${unit.path}`
    const held = sharing.get(place)
    const leader = held?.first.at(-1)
    if (!held || !leader) sharing.set(place, { first: [unit], others: [] })
    else if (unit.named > leader.named || (unit.named === leader.named && asDeclared(unit, leader) < 0))
      held.first.push(unit)
    else held.others.push(unit)
  }
  return [...sharing.values()].flatMap(({ first, others }): readonly Sharing[] => {
    const [leader, ...rest] = [...first.reverse(), ...others]
    return leader ? [[leader, ...rest]] : []
  })
}

const asDeclared = (a: AllowedUnit, b: AllowedUnit): number =>
  a.manifestRef < b.manifestRef ? -1 : a.manifestRef > b.manifestRef ? 1 : a.unit.unit.index - b.unit.unit.index

const hintsOf = ({ unit: { unit } }: AllowedUnit): readonly string[] => [
  unit.intent,
  ...(unit.triggers ?? []),
  ...(unit.hints?.chunkTopic === undefined ? [] : [unit.hints.chunkTopic]),
]

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
  sharing: Sharing,
  { kept, omitted, most }: Reading,
): Source | 'too-large' | undefined {
  const [allowed] = sharing
  const hints = sharing.flatMap(hintsOf)
  const key = [allowed.ref, allowed.root, allowed.path, ...hints].join('\n')
  const known = kept.get(key)
  if (known && (allowed.granted === undefined || allowed.granted.get(allowed.path) === known.fileDigest)) return known
  const read = grantedWithin(files, allowed, allowed.path, most)
  if ('fileDigest' in read) {
    const source = sourceOf(allowed, read, hints, omitted)
    if (source?.persist) kept.set(key, source)
    return source
  }
  if (read.isTooLarge && most < limits.contentBytes) return 'too-large'
  omitted.push(read.omitted)
  return undefined
}

function sourceOf(
  allowed: AllowedUnit,
  granted: GrantedText,
  hints: readonly string[],
  omitted: Omission[],
): Source | undefined {
  const { ref, path, manifest } = allowed
  if (granted.bytes.includes(0)) {
    omitted.push({ ref, path, reason: 'not-text', detail: 'It contains bytes that are not text.' })
    return undefined
  }
  const { from, title } = openingOf(granted, path)
  return {
    ref,
    envelope: allowed.manifestRef,
    path,
    format: formatOf(path, allowed.unit.format?.value ?? allowed.unit.contentType?.value) ?? 'text',
    from,
    fileDigest: granted.fileDigest,
    entry: { name: manifest.project, description: '' },
    title,
    hints,
    persist: mayPersist(allowed.unit),
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

/** One sentence for each manifest. */
function notOpened(unopened: readonly AllowedUnit[], allowed: readonly AllowedUnit[], most: Most): readonly Omission[] {
  const refs = [...new Set(unopened.map(({ manifestRef }) => manifestRef))]
  return refs.map((manifestRef) => {
    const count = (units: readonly AllowedUnit[]): number =>
      units.filter((unit) => unit.manifestRef === manifestRef).length
    return {
      ref: manifestRef,
      reason: 'not-opened',
      detail:
        `${count(unopened)} of its ${count(allowed)} usable units were not opened: one read opens at most ` +
        `${most.files} files and ${most.bytes / 1024 / 1024} MiB, best matches of the metadata first. Name a unit to read it.`,
    }
  })
}
