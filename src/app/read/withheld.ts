import type { Activation } from '../../activate/activate.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Omission } from '../../model/reading/read.ts'
import { claimsBlocked } from '../../model/tables/status-scale.ts'
import type { Selection } from '../../select/pipeline.ts'
import { hashMismatched } from '../../select/texts/content-hash.ts'
import { isEverydayTerm, terms, typedWords } from '../../text/lexicon/lexicon.ts'

/** A granted entry that matches a task and is withheld. */
export interface Withheld {
  readonly ref: string
  /** What a person can change to release it. */
  readonly change: string
}

/**
 * Granted entries that match the task at least as well as what was found, judged by their metadata, and that are
 * withheld: a gate refuses them, their text is not the granted or hashed one, or they wait for another entry that
 * changed. Ungranted entries have no effect.
 */
export function withheldMatches(
  catalog: Catalog,
  { decisions, omitted }: Activation,
  unread: readonly Omission[],
  { answer, languages }: Selection,
  task: string,
): readonly Withheld[] {
  // Words have no weight if no text was searched.
  const words = answer.question.length > 0 ? answer.question : wordsOf(task)
  const asked = new Set([...languages, 'en' as const])
  const found = answer.found.reduce((sum, { ideal }) => sum + ideal, 0)
  const matches = (text: string): boolean => {
    const held = new Set([...asked].flatMap((language) => terms(text, language)))
    const weight = words
      .filter(({ typed }) => terms(typed, 'en').some((term) => held.has(term)))
      .reduce((sum, { ideal }) => sum + ideal, 0)
    return weight > 0 && weight >= found
  }
  const refused = decisions
    .filter(
      ({ verdict, reasons }) =>
        verdict !== 'allow' &&
        reasons.every(
          ({ gate, verdict: own, values }) => gate !== 'trust' || own === 'allow' || values?.['source'] !== undefined,
        ),
    )
    .filter(({ ref }) => matches(metadataOf(catalog, ref)))
    .map(({ ref }) => ({ ref, change: omitted.find((one) => one.ref === ref)?.detail ?? '' }))
  const changed = unread.filter(
    ({ ref, path, reason, code }) =>
      code === claimsBlocked ||
      ((reason === 'changed' || code === hashMismatched) && matches(`${metadataOf(catalog, ref)} ${path ?? ''}`)),
  )
  return [...refused, ...new Map(changed.map(({ ref, detail }) => [ref, { ref, change: detail }])).values()]
}

const wordsOf = (task: string): readonly { readonly typed: string; readonly ideal: number }[] =>
  typedWords(task, 'en', 'en')
    .filter((word) => !word.terms.every((term) => isEverydayTerm(term, 'en')))
    .map(({ typed }) => ({ typed, ideal: 1 }))

/** The metadata of an entry or unit. */
function metadataOf(catalog: Catalog, ref: string): string {
  for (const { ref: entryRef, document } of catalog.entries) {
    if (document.kind === 'pack') {
      if (entryRef === ref) return `${document.name}\n${document.description}`
      continue
    }
    if (entryRef === ref) return document.project
    const prefix =
      ref.startsWith('unit:') && ref.slice('unit:'.length).startsWith(`${entryRef.slice('manifest:'.length)}/`)
    const unit = prefix ? document.units.find(({ id }) => ref.endsWith(`/${id}`)) : undefined
    if (unit) return [unit.id, unit.intent, ...(unit.triggers ?? [])].join('\n')
  }
  return ''
}
