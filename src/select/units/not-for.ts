import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import { commandIn } from '../../text/detect/commands.ts'
import { terms } from '../../text/lexicon/lexicon.ts'
import { plainName } from '../../text/messages/plain-names.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { byScore, type Candidate } from '../score.ts'

/** The purpose that a unit's author excludes, if all its content words are in the task (KCP §4.20). */
export function notForTask({ notFor = [] }: Pick<Unit, 'notFor'>, asked: ReadonlySet<string>): string | undefined {
  return notFor.find((phrase) => {
    const words = terms(phrase, 'en')
    return words.length > 0 && words.every((word) => asked.has(word))
  })
}

/** Halves the score of such a unit, unless somebody named it. */
export function demoteNotFor(
  ranked: readonly Candidate[],
  units: ReadonlyMap<string, AllowedUnit>,
  task: string,
): readonly Candidate[] {
  const asked = new Set(terms(task, 'en'))
  const demoted = new Set(
    [...units.values()].flatMap(({ ref, named, unit: { unit } }) =>
      !named && unit.notFor?.length && notForTask(unit, asked) !== undefined ? [ref] : [],
    ),
  )
  if (demoted.size === 0) return ranked
  return ranked
    .map((candidate) => (demoted.has(candidate.source.ref) ? { ...candidate, score: candidate.score / 2 } : candidate))
    .sort(byScore)
}

/** Why a unit, or its whole manifest, may be the wrong place for a task (KCP §3.10, §4.20). */
export function notForNotes(
  { manifest, unit: { unit } }: Pick<AllowedUnit, 'manifest' | 'unit'>,
  task: string,
): readonly string[] {
  if (!manifest.notFor?.length && !unit.notFor?.length) return []
  const asked = new Set(terms(task, 'en'))
  const [whole, own] = [notForTask(manifest, asked), notForTask(unit, asked)]
  return [
    ...(whole === undefined
      ? []
      : [`This manifest may be the wrong place: it says that it is not for ${shown(whole)}.`]),
    ...(own === undefined
      ? []
      : [`${plainName(unit.id, 'a unit')}: Its author says that it is not for ${shown(own)}.`]),
  ]
}

/** A phrase that reads as a command to its reader is not repeated (KCP §16.3). */
const shown = (phrase: string): string => (commandIn(phrase) ? 'this' : showValue(phrase))
