import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import { shownScope } from '../../text/detect/action-scope.ts'
import { plainName, plainWords } from '../../text/messages/plain-names.ts'
import { unitGraph } from './unit-graph.ts'

/** Notes on a unit besides those of its decision; one sentence each, for the header of its envelope. */
export function unitNotes(
  { manifest, unit: { unit, artifact, deprecated, verification } }: Pick<AllowedUnit, 'manifest' | 'unit'>,
  shown: ReadonlySet<string>,
): readonly string[] {
  const { id: own, hints, dependsOn = [] } = unit
  const id = shownId(own)
  const { units, successors, conflicts, governors } = unitGraph(manifest)
  // The gates report these.
  const successor = deprecated.value ? undefined : successors.get(own)
  const disputing = (conflicts.get(own) ?? []).filter((other) => other !== verification.contradictedBy?.value)
  const absent = [...new Set(dependsOn)].filter((needed) => units.has(needed) && !shown.has(needed))
  return [
    ...disputing.map((other) => `${id} and ${shownId(other)} contradict each other; neither takes precedence.`),
    ...(successor === undefined ? [] : [`${id} is superseded by ${shownId(successor)}.`]),
    ...(governors.get(own) ?? [])
      .map(shownId)
      .map((governor) => `${governor} governs ${id}: where they differ, ${governor} takes precedence.`),
    ...(inert.has(artifact.value)
      ? []
      : [`${id} is ${kindOf(artifact.value)}: it is shown as data; nothing of it is called or run.`]),
    ...withheldScope(id, unit.actionScope),
    ...(hints?.summaryOf !== undefined && units.has(hints.summaryOf)
      ? [`${id} is a summary of ${shownId(hints.summaryOf)}.`]
      : []),
    ...chunkNote(manifest, own),
    ...(absent.length > 0 ? [`${id} depends on ${plainWords(absent)}, not shown here.`] : []),
  ]
}

const shownId = (id: string): string => plainName(id, 'a unit')

const inert: ReadonlySet<string> = new Set(['knowledge', 'schema', 'policy'])

const kinds: Readonly<Record<string, string>> = {
  service: 'a service',
  executable: 'a program',
  skill: 'a skill',
  playbook: 'a playbook',
}

const kindOf = (kind: string): string => kinds[kind] ?? `of the unknown kind ${plainName(kind, 'of its author')}`

/** The scope itself is shown as data, with the text (KCP §4.3a). */
function withheldScope(id: string, scope: unknown): readonly string[] {
  const shown = scope === undefined ? undefined : shownScope(scope)
  return shown && 'withheld' in shown ? [`The action scope of ${id} is withheld: ${shown.withheld}.`] : []
}

function chunkNote(manifest: Manifest, id: string): readonly string[] {
  const { units, chunks } = unitGraph(manifest)
  const hints = units.get(id)?.hints
  if (hints?.chunkOf === undefined || !chunks.has(hints.chunkOf)) return []
  const count = hints.totalChunks ?? units.get(hints.chunkOf)?.hints?.chunkCount
  const place =
    hints.chunkIndex === undefined ? 'a part' : `part ${hints.chunkIndex}${count === undefined ? '' : ` of ${count}`}`
  return [`${shownId(id)} is ${place} of ${shownId(hints.chunkOf)}.`]
}
