import type { Notice } from '../../select/grounding/citations.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Decision, Reason } from '../../model/decisions/decision.ts'
import { isPlainWord, plainWords } from '../../text/messages/plain-names.ts'

/** Notes that must accompany a release, such as that a pack is stale. Declared values appear in plain words only. */
export function notesOf({ ref, reasons }: Decision): readonly string[] {
  return reasons.filter(({ obligations }) => obligations?.includes('note')).map((reason) => inPlainWords(reason, ref))
}

function inPlainWords({ code, values = {}, sentence }: Reason, ref: string): string {
  const lists = Object.entries(values).map(([name, value]) => [name, value.split(', ')] as const)
  if (lists.every(([, words]) => words.every(isPlainWord) && words.length <= 3)) return sentence
  return sentenceFor(code, Object.fromEntries(lists.map(([name, words]) => [name, plainWords(words)])), ref).sentence
}

/** A notice for each used pack that hides a granted one of higher trust (AK-108). */
export function shadowNotices({ entries }: Pick<Catalog, 'entries'>, refs: ReadonlySet<string>): readonly Notice[] {
  return entries.flatMap(({ ref, hides, found: { file } }) =>
    hides && refs.has(ref)
      ? [{ code: 'AK612', ref, path: file, message: `It hides a pack of the same name with the trust "${hides}".` }]
      : [],
  )
}
