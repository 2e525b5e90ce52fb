import type { AllowedUnit } from '../model/brands.ts'
import type { Manifest } from '../model/manifest.ts'
import { unitGraph } from './unit-graph.ts'

/** What a reader must know of a unit to use its text rightly, beside what its decision notes; one sentence each, for the head of its fence. */
export function unitNotes({ manifest, unit: { unit, artifact, deprecated, verification } }: Pick<AllowedUnit, 'manifest' | 'unit'>, shown: ReadonlySet<string>): readonly string[] {
  const { id, hints, dependsOn = [] } = unit
  const { units, successors, conflicts, governors } = unitGraph(manifest)
  // The gates speak of these themselves.
  const successor = deprecated.value ? undefined : successors.get(id)
  const disputing = (conflicts.get(id) ?? []).filter((other) => other !== verification.contradictedBy?.value)
  const absent = [...new Set(dependsOn)].filter((needed) => units.has(needed) && !shown.has(needed))
  return [
    ...disputing.map((other) => `${id} and ${other} contradict each other; neither settles it.`),
    ...(successor === undefined ? [] : [`${id} is superseded by ${successor}.`]),
    ...(governors.get(id) ?? []).map((governor) => `${governor} governs ${id}: where they differ, ${governor} holds.`),
    ...(artifact.value in actable ? [`${id} is ${actable[artifact.value as keyof typeof actable]}: it is shown as data; nothing of it is called or run.`] : []),
    ...(hints?.summaryOf !== undefined && units.has(hints.summaryOf) ? [`${id} is a summary of ${hints.summaryOf}.`] : []),
    ...chunkNote(manifest, id),
    ...(absent.length > 0 ? [`${id} builds on ${absent.slice(0, most).join(', ')}, not shown here.`] : []),
  ]
}

/** Ids of one list that are named. */
const most = 3

const actable = { service: 'a service', executable: 'a program' } as const

function chunkNote(manifest: Manifest, id: string): readonly string[] {
  const { units, chunks } = unitGraph(manifest)
  const hints = units.get(id)?.hints
  if (hints?.chunkOf === undefined || !chunks.has(hints.chunkOf)) return []
  const count = hints.totalChunks ?? units.get(hints.chunkOf)?.hints?.chunkCount
  const place = hints.chunkIndex === undefined ? 'a part' : `part ${hints.chunkIndex}${count === undefined ? '' : ` of ${count}`}`
  return [`${id} is ${place} of ${hints.chunkOf}.`]
}
