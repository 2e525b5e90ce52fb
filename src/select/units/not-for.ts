import type { AllowedUnit } from '../../model/brands.ts'
import type { Unit } from '../../model/manifest.ts'
import { terms } from '../../text/lexicon/lexicon.ts'
import { byScore, type Candidate } from '../score.ts'

/** What its author says a unit is not for, where all its content words stand in the task (KCP §4.20). */
export function notForTask({ notFor = [] }: Unit, asked: ReadonlySet<string>): string | undefined {
  return notFor.find((phrase) => {
    const words = terms(phrase, 'en')
    return words.length > 0 && words.every((word) => asked.has(word))
  })
}

/** Such a unit counts half, unless somebody named it. */
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
