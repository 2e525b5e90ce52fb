import { findInjections } from '../text/detect/injection.ts'
import { listLine } from '../text/markup/list-line.ts'
import type { Lead } from './described-lead.ts'

const mostTriggers = 5
const mostWords = 4
const longestTrigger = 60

/** Words that could lead to a document: its title and its headings, as far as they are short. */
export function triggersOf({ title, headings = [] }: Lead): readonly string[] {
  const written = [title ?? '', ...headings].map((line) =>
    listLine(line.toLowerCase())
      .replace(/^[\d.\s]+|[\s.:!?…]+$/gu, '')
      .trim(),
  )
  return [...new Set(written)].filter(isTrigger)
}

function isTrigger(line: string): boolean {
  return (
    /^[\p{L}\p{N}]/u.test(line) &&
    /\p{L}{2}/u.test(line) &&
    !/["'`<>{}[\]|\\]/.test(line) &&
    line.length <= longestTrigger &&
    line.split(' ').length <= mostWords &&
    findInjections(line).length === 0
  )
}

/** Those of each document that no other document has: a heading such as "overview" leads nowhere. */
export function distinctTriggers(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>()
  for (const trigger of lists.flat()) counts.set(trigger, (counts.get(trigger) ?? 0) + 1)
  return lists.map((list) => list.filter((trigger) => counts.get(trigger) === 1).slice(0, mostTriggers))
}
