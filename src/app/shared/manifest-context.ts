import type { ManifestContext } from '../../fence/fence.ts'
import type { FencedSection } from '../../fence/sections.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import { notForNotes } from '../../select/units/not-for.ts'
import { unitNotes } from '../../select/units/unit-notes.ts'
import { shownScope } from '../../text/detect/action-scope.ts'
import { plainName } from '../../text/messages/plain-names.ts'
import { notesOf } from './notes.ts'

interface ShownUnit {
  readonly allowed: AllowedUnit
  readonly excerpts: readonly FencedSection[]
}

/** The content of the envelope of one manifest: conflicts, successors, obligations and text of its units. */
export function manifestContext(
  units: readonly ShownUnit[],
  { manifest }: AllowedUnit,
  task: string = '',
): ManifestContext {
  const ids = new Set(units.map(({ allowed }) => allowed.unit.unit.id))
  const warnings = [
    ...units.flatMap(({ allowed }) => notForNotes(allowed, task)),
    ...sharedNotes(units),
    ...units.flatMap(({ allowed }) => [
      ...unitNotes(allowed, ids),
      ...(allowed.external?.notes ?? []),
      // A reader must not take a part for the whole.
      ...(allowed.folder?.beyond === undefined ? [] : [`${nameOf(allowed)}: ${allowed.folder.beyond}`]),
    ]),
  ]
  return {
    name: manifest.project,
    attributes: { version: manifest.version },
    units: units.map(({ allowed: { unit }, excerpts }) => ({
      id: unit.unit.id,
      sections: [...scopeSection(unit.unit.actionScope), ...excerpts],
    })),
    warnings: [...new Set(warnings)],
    obligations: units.flatMap(({ allowed }) =>
      allowed.decision.reasons.flatMap(({ obligations = [] }) => obligations),
    ),
  }
}

/** KCP §4.3a: the scope goes with the text, as written and as data. */
function scopeSection(scope: unknown): readonly FencedSection[] {
  const shown = scope === undefined ? undefined : shownScope(scope)
  return shown && 'text' in shown ? [{ path: 'action_scope', headings: [], text: shown.text }] : []
}

/** Maximum ids on one line. */
const mostIds = 3

/** Notes that several units share appear once. */
function sharedNotes(units: readonly ShownUnit[]): readonly string[] {
  const byNote = new Map<string, string[]>()
  for (const { allowed } of units) {
    for (const note of new Set(notesOf(allowed.decision)))
      byNote.set(note, [...(byNote.get(note) ?? []), nameOf(allowed)])
  }
  const unitCount = new Set(units.map(({ allowed }) => nameOf(allowed))).size
  return [...byNote].map(([note, all]) => {
    const ids = [...new Set(all)]
    if (ids.length > 1 && ids.length === unitCount) return `Every unit here: ${note}`
    const more = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''
    return `${ids.slice(0, mostIds).join(', ')}${more}: ${note}`
  })
}

const nameOf = ({ unit: { unit } }: AllowedUnit): string => plainName(unit.id, 'a unit')
