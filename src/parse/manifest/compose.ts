import { codeRows } from '../../model/codes/codes.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type { Malformed } from '../../model/documents/governance.ts'
import { limits } from '../../model/limits.ts'
import type { IncludedManifest, Manifest, Relationship, Unit } from '../../model/documents/manifest.ts'
import type { ReadFile } from '../../model/ports.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { diagnose } from '../diagnose.ts'
import { isObject } from '../read-fields.ts'
import { pointer } from '../yaml/tree.ts'
import { asIncluded, renamer, through, unitOf, withFaults, type Member } from './composed-unit.ts'
import { readRelationships, type UsableReading } from './manifest.ts'
import { openInclude, type OpenedInclude } from './open-include.ts'
import { overrideUnits, unknownId } from './override-units.ts'

/** Where the files of included manifests come from. Nothing is fetched. */
export interface IncludeWorld {
  /** A path from the folder of the composing manifest; nothing outside of it can be read. */
  read(path: string): ReadFile
  /** Path of the copy of a fetched manifest, from that folder; without this method URLs are skipped. */
  copyOf?(url: string): string | undefined
  /** Ids of the user's keys that signed an included manifest; absent where the keys are unknown. */
  signersOf?(path: string, bytes: Uint8Array, manifest: Manifest): readonly string[]
}

export interface Composed {
  readonly manifest: Manifest
  readonly findings: readonly Finding[]
  /** Everything that it includes was found. */
  readonly isWhole: boolean
}

/**
 * A manifest with the units of those that it includes (KCP §3.11): its own first, which always win, then the included
 * ones in order; of equal ids the last wins. A manifest without includes is returned unchanged.
 */
export function composeManifest(reading: UsableReading, file: string, world: IncludeWorld): Composed {
  const { manifest, raw, tree } = reading
  if (!isObject(raw['composition'])) return { manifest, findings: [], isWhole: true }
  const run: Run = { world, opened: 0, missing: 0, included: new Map() }
  const { members, displaced, edges, edgeCount, findings } = compose(reading, { file, chain: [] }, run)
  const included = members.filter(({ origin }) => origin !== undefined)
  const units: Unit[] = [...manifest.units]
  for (const member of included) {
    const unit = unitOf(member, units.length + manifest.unusable.length)
    if (typeof unit !== 'string') units.push(unit)
  }
  const ids = new Set(units.map(({ id }) => id))
  const own = readRelationships(raw['relationships'], units, tree.numbers)
  return {
    // While an include is missing, an unknown id may be one of its units.
    findings: run.missing === 0 ? findings : findings.filter(({ code }) => code !== 'KCP722'),
    isWhole: run.missing === 0,
    manifest: {
      ...manifest,
      units,
      unreadable: [...manifest.unreadable, ...unreadableLists(raw['composition'])],
      relationships: [...own, ...edges.filter(({ from, to }) => ids.has(from) && ids.has(to))],
      relationshipCount: manifest.relationshipCount + edgeCount,
      ...(run.included.size > 0 ? { includes: [...run.included.values()] } : {}),
      ...(displaced.length > 0
        ? { displaced: displaced.map(displacedUnit).filter((unit) => typeof unit !== 'string') }
        : {}),
    },
  }
}

/** An override or exclusion that cannot be read might restrict a unit, so a gate asks about the whole manifest. */
function unreadableLists({ overrides = [], excludes = [] }: Record<string, unknown>): readonly Malformed[] {
  const isOverride = (item: unknown): boolean => isObject(item) && typeof item['id'] === 'string'
  const isId = (item: unknown): boolean => typeof item === 'string'
  const fault = (name: string, value: unknown): Malformed => ({
    field: 'access',
    path: `composition/${name}`,
    written: showValue(value),
  })
  return [
    ...(Array.isArray(overrides) && overrides.every(isOverride) ? [] : [fault('overrides', overrides)]),
    ...(isId(excludes) || (Array.isArray(excludes) && excludes.every(isId)) ? [] : [fault('excludes', excludes)]),
  ]
}

/** Gets a unique id, because another unit may have its id now. */
const displacedUnit = (member: Member): Unit | string =>
  unitOf({ ...member, id: `${member.origin?.file}#${member.origin?.id}` }, 0)

interface Run {
  readonly world: IncludeWorld
  /** How many includes were opened; one that is reached in two ways counts twice. */
  opened: number
  /** How many could not be opened. */
  missing: number
  /** By path. */
  readonly included: Map<string, IncludedManifest>
}

interface Members {
  /** Those of the manifest itself first. */
  readonly members: readonly Member[]
  readonly displaced: readonly Member[]
  readonly edges: readonly Relationship[]
  readonly edgeCount: number
  readonly findings: readonly Finding[]
}

/** Where a manifest is, and the files through which it was reached. */
interface Place {
  readonly file: string
  readonly url?: string
  readonly chain: readonly string[]
}

function compose(reading: UsableReading, place: Place, run: Run): Members {
  const { raw, manifest } = reading
  const composition = isObject(raw['composition']) ? raw['composition'] : {}
  const pool: Pool = { members: new Map(), displaced: [], edges: [], edgeCount: 0, findings: [] }
  const { members, displaced, findings } = pool
  const isNested = place.chain.length > 0
  for (const [i, written] of listIn(composition['includes']).entries())
    include(written, pointer('composition', 'includes', i), { place, run, pool })
  const own = new Set(manifest.units.map(({ id }) => id))
  const file = isNested ? place.file : undefined
  overrideUnits(listIn(composition['overrides']), { members, displaced, own, findings, file })
  excludeUnits(composition['excludes'], own, pool)
  for (const id of own) {
    const replaced = members.get(id)
    if (replaced) displaced.push(replaced)
    members.delete(id)
  }
  const faults = unreadableLists(composition)
  const passed = [...members.values()].map((member) =>
    isNested ? withFaults(through(member, manifest), faults, place.file) : member,
  )
  return {
    members: [...ownMembers(reading, place, isNested), ...passed],
    displaced: isNested ? displaced.map((member) => through(member, manifest)) : displaced,
    edges: [...(isNested ? manifest.relationships : []), ...pool.edges],
    edgeCount: pool.edgeCount + (isNested ? manifest.relationshipCount : 0),
    findings,
  }
}

/** What the includes of one manifest contribute. */
interface Pool {
  /** By id. */
  readonly members: Map<string, Member>
  readonly displaced: Member[]
  readonly edges: Relationship[]
  edgeCount: number
  readonly findings: Finding[]
}

interface Including {
  readonly place: Place
  readonly run: Run
  readonly pool: Pool
}

/** Adds the units of one entry of `includes`, which replace earlier ones of the same id. */
function include(written: unknown, at: string, { place, run, pool }: Including): void {
  const { members, displaced, findings } = pool
  const opened = openInclude(written, { at, place, run, findings })
  if (!opened) {
    run.missing += 1
    return
  }
  const source = compose(opened.reading, opened.place, run)
  findings.push(...inFile(source.findings, opened))
  if (members.size + source.members.length > limits.units) {
    findings.push({
      code: 'KCP720',
      message: `With ${showValue(opened.place.file)} the manifest has more than ${limits.units} units.`,
      pointer: at,
    })
    return
  }
  const rename = renamer(opened.as, source.members)
  displaced.push(...source.displaced.map((member) => asIncluded(member, opened, rename)))
  for (const member of source.members.map((included) => asIncluded(included, opened, rename))) {
    const before = members.get(member.id)
    if (before) displaced.push(before)
    members.set(member.id, member)
  }
  pool.edges.push(...source.edges.map(({ from, to, type }) => ({ from: rename(from), to: rename(to), type })))
  pool.edgeCount += source.edgeCount
}

function excludeUnits(excludes: unknown, own: ReadonlySet<string>, { members, displaced, findings }: Pool): void {
  for (const [i, id] of listIn(typeof excludes === 'string' ? [excludes] : excludes).entries()) {
    if (typeof id !== 'string') continue
    const member = members.get(id)
    if (member && !own.has(id)) displaced.push(member)
    else findings.push(unknownId(id, own, pointer('composition', 'excludes', i), 'excluded'))
    if (!own.has(id)) members.delete(id)
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function ownMembers({ raw, tree, manifest }: UsableReading, place: Place, isNested: boolean): readonly Member[] {
  const units = listIn(raw['units'])
  return manifest.units.flatMap(({ id, index }): readonly Member[] => {
    const unit = units[index]
    if (!isObject(unit)) return []
    const member = { id, raw: unit, numbers: tree.numbers, faults: [] }
    if (!isNested) return [member]
    const { file, url } = place
    const integrity = { state: 'verified' } as const
    return [
      { ...member, origin: { file, ...(url === undefined ? {} : { url }), id, index, roots: [manifest], integrity } },
    ]
  })
}

/** Findings about an included manifest, with their places in it. */
function inFile(findings: readonly Finding[], { reading, place }: OpenedInclude): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.file !== undefined) return finding
    const [found] = diagnose([finding], reading.source)
    const { range } = found?.where ?? {}
    const severity = finding.severity ?? codeRows[finding.code].severity
    return { ...finding, file: place.file, severity, ...(range ? { range } : {}) }
  })
}
