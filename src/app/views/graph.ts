import { locationOf, nameOf } from '../../catalog/disclosure.ts'
import { unitRef } from '../../catalog/refs.ts'
import { isStale } from '../../govern/gates/freshness.ts'
import type { Catalog, CatalogEntry, Standing } from '../../model/catalog.ts'
import type { Verdict } from '../../model/decisions/decision.ts'
import type { EffectiveUnit } from '../../model/documents/effective.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { fromRefPart } from '../../text/paths/ref-parts.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decisionsFor } from '../decide/decisions-for.ts'

interface GraphNode {
  readonly ref: string
  readonly kind: 'pack' | 'manifest' | 'unit'
  readonly label: string
  /** For a unit, the manifest that declares it. */
  readonly manifest?: string
  readonly standing: Standing
  /** For a pack, its status; for a unit, `deprecated`, `stale` or its verification. */
  readonly status?: string
  readonly sensitivity?: string
  /** Whether this requester may read it; absent for a manifest. */
  readonly verdict?: Verdict
}

interface GraphEdge {
  readonly from: string
  readonly to: string
  /** A relationship of KCP §5, or `federation`. */
  readonly type: string
}

/** A declared relation to something that does not exist here. */
interface DeadLink {
  readonly from: string
  /** As written. */
  readonly to: string
  readonly type: string
}

export interface KnowledgeGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** Units without any relation. */
  readonly orphans: readonly string[]
  readonly deadLinks: readonly DeadLink[]
}

/** The listed entries and units with their relations. What the list withholds looks as if it were never declared. */
export function knowledgeGraph(listed: Catalog, reader: Reader): KnowledgeGraph {
  const decisionOn = decisionsFor(listed, reader, reader.ports.clock.now())
  const found = new Edges(listed)
  const nodes: GraphNode[] = []
  for (const entry of listed.entries) {
    nodes.push(
      entryNode(entry, entry.document.kind === 'pack' ? decisionOn({ ref: entry.ref, entry })?.verdict : undefined),
    )
    if (entry.document.kind !== 'manifest') continue
    for (const unit of onceEach(entry.document)) {
      const ref = unitRef(entry.ref, unit.id)
      const verdict = decisionOn({ ref, entry, unit })?.verdict
      nodes.push(unitNode(entry, entry.document, unit, { verdict, now: reader.ports.clock.now() }))
    }
    found.take(entry, entry.document)
  }
  const related = new Set(found.edges.flatMap(({ from, to, type }) => (type === 'federation' ? [] : [from, to])))
  return {
    nodes,
    edges: found.edges,
    orphans: nodes.filter(({ kind, ref }) => kind === 'unit' && !related.has(ref)).map(({ ref }) => ref),
    deadLinks: found.dead,
  }
}

/** The first unit of each id counts (KCP §7). */
function onceEach({ units }: Manifest): Iterable<Unit> {
  const first = new Map<string, Unit>()
  for (const unit of units) if (!first.has(unit.id)) first.set(unit.id, unit)
  return first.values()
}

function entryNode(entry: CatalogEntry, verdict: Verdict | undefined): GraphNode {
  const { ref, document, standing } = entry
  return {
    ref,
    kind: document.kind,
    label: fromRefPart(nameOf(entry)),
    standing,
    // The status that an ungranted pack declares has no effect.
    ...(document.kind === 'pack' && standing !== 'ungranted' ? { status: document.status } : {}),
    ...(verdict === undefined ? {} : { verdict }),
  }
}

function unitNode(
  { ref, standing }: CatalogEntry,
  manifest: Manifest,
  unit: Unit,
  { verdict, now }: { readonly verdict: Verdict | undefined; readonly now: Date },
): GraphNode {
  const effective = effectiveUnit(manifest, unit)

  const sensitivity = effective.exposure(undefined).sensitivity?.value
  return {
    ref: unitRef(ref, unit.id),
    kind: 'unit',
    label: unit.id,
    manifest: ref,
    standing,
    status: statusOf(effective, now),
    ...(sensitivity === undefined ? {} : { sensitivity }),
    ...(verdict === undefined ? {} : { verdict }),
  }
}

function statusOf(unit: EffectiveUnit, now: Date): string {
  if (unit.deprecated.value) return 'deprecated'
  return isStale(unit, now) ? 'stale' : unit.verification.status.value
}

/** The edges of all manifests, each once. */
class Edges {
  readonly edges: GraphEdge[] = []
  readonly dead: DeadLink[] = []
  readonly #seen = new Set<string>()
  readonly #byPlace: ReadonlyMap<string, CatalogEntry>
  /** Names of units that this requester may not know, by the ref of their manifest. */
  readonly #hidden = new Map<string, Set<string>>()

  constructor({ entries, withheld = [] }: Catalog) {
    this.#byPlace = new Map(entries.map((entry) => [locationOf(entry), entry]))
    for (const { ref, document } of withheld)
      if (document.kind === 'manifest')
        for (const { id, aliases = [] } of document.units) for (const name of [id, ...aliases]) this.#hide(ref, name)
  }

  take(entry: CatalogEntry, manifest: Manifest): void {
    const link = (from: string, to: string, type: string): void =>
      this.#link({ entry, name: from }, { entry, name: to }, type)
    for (const unit of manifest.units) {
      for (const needed of unit.dependsOn ?? []) link(unit.id, needed, 'depends_on')
      if (unit.supersedes !== undefined) link(unit.id, unit.supersedes, 'supersedes')
      const { supersededBy } = unit.temporal ?? {}
      if (supersededBy !== undefined) link(supersededBy, unit.id, 'supersedes')
      const { contradictedBy } = unit.verification ?? {}
      if (contradictedBy !== undefined) link(unit.id, contradictedBy, 'contradicts')
      for (const { manifest: id, unit: other } of unit.externalDependsOn ?? [])
        if (id !== undefined && other !== undefined)
          this.#link({ entry, name: unit.id }, { entry: this.#declared(entry, id), id, name: other }, 'depends_on')
    }
    for (const { from, to, type } of manifest.relationships) link(from, to, type)
    for (const { fromManifest, fromUnit, toManifest, toUnit, type } of manifest.externalRelationships ?? []) {
      if (type === undefined || fromUnit === undefined || toUnit === undefined) continue
      this.#link(this.#end(entry, fromManifest, fromUnit), this.#end(entry, toManifest, toUnit), type)
    }
    for (const { id } of manifest.manifests ?? []) {
      if (id === undefined) continue
      const other = this.#declared(entry, id)
      if (other) this.#add({ from: entry.ref, to: other.ref, type: 'federation' })
      else this.dead.push({ from: entry.ref, to: id, type: 'federation' })
    }
  }

  #end(entry: CatalogEntry, manifest: string | undefined, name: string): End {
    return manifest === undefined ? { entry, name } : { entry: this.#declared(entry, manifest), id: manifest, name }
  }

  #declared({ declares = [] }: CatalogEntry, id: string): CatalogEntry | undefined {
    const place = declares.find((declared) => declared.id === id)?.place
    return place === undefined ? undefined : this.#byPlace.get(place)
  }

  #link(from: End, to: End, type: string): void {
    const [start, end] = [this.#refOf(from), this.#refOf(to)]
    if (start === undefined || end === undefined) return
    if (start.exists && end.exists) this.#add({ from: start.ref, to: end.ref, type })
    else if (start.exists || end.exists) this.#note({ from: start.ref, to: end.ref, type })
  }

  /** `undefined` if this requester may not know it, or if that is unclear. */
  #refOf({ entry, id, name }: End): { readonly ref: string; readonly exists: boolean } | undefined {
    if (!entry) return { ref: `${id ?? ''}/${name}`, exists: false }
    if (entry.document.kind !== 'manifest' || entry.standing === 'ungranted') return undefined
    if (this.#hidden.get(entry.ref)?.has(name)) return undefined
    const unit = namesIn(entry.document).get(name)
    return unit === undefined ? { ref: name, exists: false } : { ref: unitRef(entry.ref, unit), exists: true }
  }

  #hide(ref: string, name: string): void {
    const names = this.#hidden.get(ref)
    if (names) names.add(name)
    else this.#hidden.set(ref, new Set([name]))
  }

  #add(edge: GraphEdge): void {
    if (edge.from !== edge.to && this.#isNew(edge)) this.edges.push(edge)
  }

  #note(link: DeadLink): void {
    if (this.#isNew(link)) this.dead.push(link)
  }

  #isNew({ from, to, type }: GraphEdge): boolean {
    const key = `${type} ${from} ${to}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

interface End {
  /** The manifest; `undefined` if it is not here. */
  readonly entry: CatalogEntry | undefined
  /** The `manifests[].id` by which it is named. */
  readonly id?: string
  readonly name: string
}

const knownNames = new WeakMap<Manifest, ReadonlyMap<string, string>>()

/** Ids by id and alias; an id takes precedence over an alias (KCP §4.2a). */
function namesIn(manifest: Manifest): ReadonlyMap<string, string> {
  const known = knownNames.get(manifest)
  if (known) return known
  const names = new Map(manifest.units.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id] as const)))
  for (const { id } of manifest.units) names.set(id, id)
  knownNames.set(manifest, names)
  return names
}
