import { locationOf } from '../../catalog/disclosure.ts'
import { unitRef, type NamedEntry } from '../../catalog/refs.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import { unitGraph } from '../../select/units/unit-graph.ts'
import { plainName } from '../../text/messages/plain-names.ts'

/** A unit of a declared manifest that another unit refers to. */
interface ExternalUnit {
  /** The `manifests[].id`. */
  readonly manifest: string
  readonly id: string
  readonly ref: string
}

export interface ExternalRelations {
  /** Typed edges that its own manifest declares, if both ends may be used. */
  readonly edges: readonly { readonly type: string; readonly isTarget: boolean; readonly other: ExternalUnit }[]
  /** The units it depends on that may be used. */
  readonly needs: readonly ExternalUnit[]
  /** Ids of manifests with an unavailable unit that it depends on, except those it may skip. */
  readonly missing: readonly { readonly manifest: string; readonly onFailure: 'warn' | 'degrade' }[]
}

const none: ExternalRelations = { edges: [], needs: [], missing: [] }

/**
 * Relations of units across manifests (KCP §3.6). A manifest may relate only its own units and those of manifests it
 * declares itself, so no other manifest can say anything about its units. Refused units look as if they did not exist.
 */
export function externalRelations(
  { entries }: Pick<Catalog, 'entries'>,
  isUsable: (named: NamedEntry) => boolean,
): (named: NamedEntry) => ExternalRelations {
  let byPlace: ReadonlyMap<string, CatalogEntry> | undefined
  const find = ({ declares = [] }: CatalogEntry, manifest: string, id: string): ExternalUnit | undefined => {
    const place = declares.find((declared) => declared.id === manifest)?.place
    if (place === undefined) return undefined
    byPlace ??= new Map(entries.map((entry) => [locationOf(entry), entry]))
    const entry = byPlace.get(place)
    const unit = entry?.document.kind === 'manifest' ? unitGraph(entry.document).units.get(id) : undefined
    if (!entry || !unit) return undefined
    const ref = unitRef(entry.ref, unit.id)
    return isUsable({ ref, entry, unit }) ? { manifest, id, ref } : undefined
  }
  return (named) => {
    const { entry, unit } = named
    if (!unit || entry.document.kind !== 'manifest' || !refersOutside(entry.document, named)) return none
    const needed = (unit.externalDependsOn ?? []).flatMap(({ manifest, unit: id, onFailure = 'skip' }) =>
      manifest === undefined || id === undefined ? [] : [{ manifest, onFailure, found: find(entry, manifest, id) }],
    )
    return {
      edges: (edgesOf(entry.document).get(unit.id) ?? []).flatMap(({ type, isTarget, manifest, id }) => {
        const other = find(entry, manifest, id)
        return other ? [{ type, isTarget, other }] : []
      }),
      needs: needed.flatMap(({ found }) => found ?? []),
      missing: needed.flatMap(({ found, manifest, onFailure }) =>
        found || onFailure === 'skip' ? [] : [{ manifest, onFailure }],
      ),
    }
  }
}

const refersOutside = ({ externalRelationships = [] }: Manifest, { unit }: NamedEntry): boolean =>
  externalRelationships.length > 0 || (unit?.externalDependsOn ?? []).length > 0

interface Edge {
  readonly type: string
  readonly isTarget: boolean
  readonly manifest: string
  readonly id: string
}

const knownEdges = new WeakMap<Manifest, ReadonlyMap<string, readonly Edge[]>>()

/** The edges between units of a manifest and units of others, by the id of its own unit. */
function edgesOf(manifest: Manifest): ReadonlyMap<string, readonly Edge[]> {
  const known = knownEdges.get(manifest)
  if (known) return known
  const edges = new Map<string, Edge[]>()
  const note = (own: string, edge: Edge): void => void (edges.get(own) ?? edges.set(own, []).get(own))?.push(edge)
  for (const { type, fromManifest, fromUnit, toManifest, toUnit } of manifest.externalRelationships ?? []) {
    if (type === undefined || fromUnit === undefined || toUnit === undefined) continue
    if (fromManifest === undefined && toManifest !== undefined)
      note(fromUnit, { type, isTarget: false, manifest: toManifest, id: toUnit })
    if (toManifest === undefined && fromManifest !== undefined)
      note(toUnit, { type, isTarget: true, manifest: fromManifest, id: fromUnit })
  }
  knownEdges.set(manifest, edges)
  return edges
}

/** Sentences for the header of the envelope and for the operator. */
export function externalNotes(
  own: string,
  { edges, needs, missing }: ExternalRelations,
): Pick<AllowedUnit, 'external'> {
  if (edges.length + needs.length + missing.length === 0) return {}
  const id = plainName(own, 'a unit')
  const shown = ({ manifest, id: other }: ExternalUnit): string =>
    `${plainName(other, 'a unit')} of ${plainName(manifest, 'another manifest')}`
  const notes = [
    ...edges.flatMap(({ type, isTarget, other }) => {
      if (type === 'contradicts') return [`${id} and ${shown(other)} contradict each other; neither takes precedence.`]
      if (type === 'supersedes' && isTarget) return [`${id} is superseded by ${shown(other)}.`]
      if (type === 'governs' && isTarget)
        return [`${shown(other)} governs ${id}: where they differ, the former takes precedence.`]
      return []
    }),
    ...needs.map((other) => `${id} depends on ${shown(other)}.`),
    ...missing.filter(({ onFailure }) => onFailure === 'degrade').map(({ manifest }) => incomplete(id, manifest)),
  ]
  const warnings = missing.map(({ manifest }) => missingSentence(own, manifest))
  return { external: { notes: [...new Set(notes)], warnings: [...new Set(warnings)] } }
}

const incomplete = (id: string, manifest: string): string =>
  `${id} is incomplete: a unit of ${plainName(manifest, 'another manifest')} that it depends on is not available.`

export const missingSentence = (id: string, manifest: string): string =>
  `The unit "${id}" depends on a unit of the manifest "${manifest}" that is not available.`
