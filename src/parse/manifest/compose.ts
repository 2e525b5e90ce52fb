import { codeRows } from '../../model/codes.ts'
import type { Finding } from '../../model/diagnostic.ts'
import type { Malformed } from '../../model/governance.ts'
import { limits } from '../../model/limits.ts'
import type { IncludedManifest, Manifest, Relationship, Unit, UnitOrigin } from '../../model/manifest.ts'
import type { ReadFile } from '../../model/ports.ts'
import { folderOf, isWebAddress, joinPath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { diagnose } from '../diagnose.ts'
import { isObject } from '../read-fields.ts'
import { pointer, type WrittenNumbers } from '../yaml/tree.ts'
import { openInclude, type OpenedInclude } from './open-include.ts'
import { loosenedBy } from './loosened.ts'
import { readRelationships, readUnit, type UsableReading } from './manifest.ts'
import { withRenamedUnits } from './rename-units.ts'

/** Where the files of included manifests come from. Nothing is fetched. */
export interface IncludeWorld {
  /** A path from the folder of the composing manifest; nothing outside of it can be read. */
  read(path: string): ReadFile
  /** The copy of a fetched manifest, from that folder; without it URLs are passed over. */
  copyOf?(url: string): string | undefined
  /** Ids of the user's keys that signed an included manifest; absent where nobody knows the keys. */
  signersOf?(path: string, bytes: Uint8Array, manifest: Manifest): readonly string[]
}

export interface Composed {
  readonly manifest: Manifest
  readonly findings: readonly Finding[]
  /** Everything that it includes was found. */
  readonly isWhole: boolean
}

/**
 * A manifest with the units of those that it includes (KCP §3.11): its own first, which always win, then the included ones in
 * order, of equal ids the later. A manifest without includes is returned as it is.
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
    // An id of what was not found is not known to be wrong.
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

/** An override or an exclusion that cannot be read might close a unit: the manifest asks. */
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

/** Under a name of its own, since another unit may have its id. */
const displacedUnit = (member: Member): Unit | string =>
  unitOf({ ...member, id: `${member.origin?.file}#${member.origin?.id}` }, 0)

interface Run {
  readonly world: IncludeWorld
  /** How many includes were opened: a diamond is opened once for each way to it. */
  opened: number
  /** How many could not be opened. */
  missing: number
  /** By path. */
  readonly included: Map<string, IncludedManifest>
}

/** A unit on its way into the composed manifest. */
interface Member {
  readonly id: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly numbers: WrittenNumbers
  readonly faults: readonly Malformed[]
  /** Absent for a unit of the composing manifest itself. */
  readonly origin?: UnitOrigin
}

interface Members {
  /** The own ones first. */
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
  const pool = new Map<string, Member>()
  const displaced: Member[] = []
  const edges: Relationship[] = []
  let edgeCount = 0
  const findings: Finding[] = []
  const isNested = place.chain.length > 0
  for (const [i, written] of listIn(composition['includes']).entries()) {
    const at = pointer('composition', 'includes', i)
    const opened = openInclude(written, { at, place, run, findings })
    if (!opened) {
      run.missing += 1
      continue
    }
    const source = compose(opened.reading, opened.place, run)
    findings.push(...inFile(source.findings, opened))
    const members = source.members.map((member) => asIncluded(member, opened, source.members))
    if (pool.size + members.length > limits.units) {
      findings.push({
        code: 'KCP720',
        message: `With ${showValue(opened.place.file)} the manifest has more than ${limits.units} units.`,
        pointer: at,
      })
      continue
    }
    displaced.push(...source.displaced.map((member) => asIncluded(member, opened, source.members)))
    for (const member of members) {
      const before = pool.get(member.id)
      if (before) displaced.push(before)
      pool.set(member.id, member)
    }
    const rename = renamer(opened, source.members)
    edges.push(...source.edges.map(({ from, to, type }) => ({ from: rename(from), to: rename(to), type })))
    edgeCount += source.edgeCount
  }
  const own = new Set(manifest.units.map(({ id }) => id))
  override(listIn(composition['overrides']), {
    pool,
    displaced,
    own,
    findings,
    file: isNested ? place.file : undefined,
  })
  const excludes = composition['excludes']
  for (const [i, id] of listIn(typeof excludes === 'string' ? [excludes] : excludes).entries()) {
    const member = typeof id === 'string' ? pool.get(id) : undefined
    if (typeof id !== 'string') continue
    if (member && !own.has(id)) displaced.push(member)
    else findings.push(unknownId(id, own, pointer('composition', 'excludes', i), 'excluded'))
    if (!own.has(id)) pool.delete(id)
  }
  for (const id of own) {
    const replaced = pool.get(id)
    if (replaced) displaced.push(replaced)
    pool.delete(id)
  }
  const faults = unreadableLists(composition)
  const passed = [...pool.values()].map((member) =>
    isNested ? withFaults(through(member, manifest), faults, place.file) : member,
  )
  return {
    members: [...ownMembers(reading, place, isNested), ...passed],
    displaced: isNested ? displaced.map((member) => through(member, manifest)) : displaced,
    edges: [...(isNested ? manifest.relationships : []), ...edges],
    edgeCount: edgeCount + (isNested ? manifest.relationshipCount : 0),
    findings,
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

/** What the manifest declares through which it was included applies to it too. */
const through = (member: Member, manifest: Manifest): Member =>
  member.origin && !member.origin.roots.includes(manifest)
    ? { ...member, origin: { ...member.origin, roots: [...member.origin.roots, manifest] } }
    : member

/** What an included manifest wanted to change or leave out is not known. */
const withFaults = (member: Member, faults: readonly Malformed[], file: string): Member =>
  member.origin && faults.length > 0
    ? {
        ...member,
        faults: [...member.faults, ...faults],
        origin: {
          ...member.origin,
          overridden: { ...member.origin.overridden, composition: `${file}#${pointer('composition')}` },
        },
      }
    : member

function renamer({ as }: OpenedInclude, members: readonly Member[]): (id: string) => string {
  if (as === undefined) return (id) => id
  const ids = new Set(members.map(({ id }) => id))
  return (id) => (ids.has(id) ? `${as}:${id}` : id)
}

function asIncluded(member: Member, opened: OpenedInclude, members: readonly Member[]): Member {
  const { as, integrity } = opened
  const origin = member.origin && { ...member.origin, integrity: worse(member.origin.integrity, integrity) }
  const renamed = as === undefined ? member : { ...member, id: `${as}:${member.id}` }
  const raw = as === undefined ? member.raw : withRenamedUnits(member.raw, renamer(opened, members))
  return { ...renamed, raw, ...(origin ? { origin } : {}) }
}

const integrityStates = ['verified', 'unverified', 'failed'] as const

/** A pin covers the bytes of one manifest, not of those that it includes. */
const worse = (a: UnitOrigin['integrity'], b: UnitOrigin['integrity']): UnitOrigin['integrity'] =>
  integrityStates.indexOf(a.state) >= integrityStates.indexOf(b.state) ? a : b

interface Overriding {
  readonly pool: Map<string, Member>
  readonly displaced: Member[]
  readonly own: ReadonlySet<string>
  readonly findings: Finding[]
  /** The included manifest that overrides; absent for the composing one. */
  readonly file: string | undefined
}

function override(overrides: readonly unknown[], { pool, displaced, own, findings, file }: Overriding): void {
  for (const [i, written] of overrides.entries()) {
    if (!isObject(written) || typeof written['id'] !== 'string') continue
    const { id, ...named } = written
    const at = pointer('composition', 'overrides', i)
    const member = own.has(String(id)) ? undefined : pool.get(String(id))
    if (!member?.origin) {
      findings.push(unknownId(String(id), own, pointer('composition', 'overrides', i, 'id'), 'overridden'))
      continue
    }
    const { fields, faults, unread } = applied(member, usable(named))
    for (const { path, written: value } of faults)
      findings.push({
        code: 'KCP724',
        message: `The override of ${showValue(id)} sets ${path} to ${value}, which is less strict than what ${showValue(member.origin.file)} declares.`,
        pointer: `${at}/${path}`,
      })
    // With another path it still restricts the file that it was about.
    if (Object.hasOwn(fields, 'path')) displaced.push(member)
    const places = Object.keys(fields).map((name) => [name, `${file === undefined ? '' : `${file}#`}${at}/${name}`])
    pool.set(member.id, {
      ...member,
      raw: { ...member.raw, ...fields },
      faults: [...member.faults, ...faults, ...unread],
      origin: { ...member.origin, overridden: { ...member.origin.overridden, ...Object.fromEntries(places) } },
    })
  }
}

/** A path that leads out is none. */
function usable({ path, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const isPath = typeof path === 'string' && path.trim() !== '' && (isWebAddress(path) || !pathProblem(path))
  return isPath ? { ...fields, path } : fields
}

interface Applied {
  readonly fields: Record<string, unknown>
  /** What of it loosens. */
  readonly faults: readonly Malformed[]
  /** What could not be read before: nobody knows what it forbids, so it still asks. */
  readonly unread: readonly Malformed[]
}

/** What an override replaces. A licence that would lose its attribution stays: no gate asks about it. */
function applied(member: Member, fields: Record<string, unknown>): Applied {
  const before = unitOf(member, 0)
  const after = unitOf({ ...member, raw: { ...member.raw, ...fields } }, 0)
  if (typeof before === 'string' || typeof after === 'string') return { fields: {}, faults: [], unread: [] }
  const loosened = (member.origin?.roots ?? []).flatMap((root) => loosenedBy(fields, { before, after }, root))
  const faults = [...new Map(loosened.map((fault) => [fault.path, fault])).values()]
  const unread = before.unreadable.filter(({ path }) => !after.unreadable.some((fault) => fault.path === path))
  const { license, ...others } = fields
  const keepsLicense = license === undefined || faults.some(({ field }) => field === 'license')
  return { fields: keepsLicense ? others : fields, faults, unread }
}

function unknownId(id: string, own: ReadonlySet<string>, at: string, done: 'overridden' | 'excluded'): Finding {
  const why = own.has(id) ? 'is a unit of this manifest, which always counts' : 'is no included unit'
  return { code: 'KCP722', message: `The id ${showValue(id)} ${why}; nothing is ${done}.`, pointer: at }
}

/** The finished unit, or why it is none. Its path is from the folder of the composing manifest. */
function unitOf({ id, raw, numbers, faults, origin }: Member, index: number): Unit | string {
  const written = raw['path']
  const isOwn = origin === undefined || typeof written !== 'string' || isWebAddress(written) || pathProblem(written)
  const path = isOwn ? written : joinPath(folderOf(origin.file), written.replaceAll('\\', '/')) || '.'
  const unit = readUnit({ ...raw, id, path }, index, numbers)
  if (typeof unit === 'string' || !origin) return unit
  return { ...unit, from: origin, unreadable: [...unit.unreadable, ...faults] }
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
