import { sentenceFor } from '../../govern/sentences.ts'
import type { Decision, Reason } from '../../model/decision.ts'
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
