import { withoutInjections } from '../../text/detect/injection.ts'
import { listLine } from '../../text/markup/list-line.ts'
import type { Lead } from './described-lead.ts'
import { plainLine } from './plain-line.ts'

const mostTriggers = 5
const mostWords = 4
const longestTrigger = 60

/**
 * Reads the words that could lead to a document: its title and its headings, as far as they are short. Documents of one kind have
 * the same headings, so each is examined once.
 */
export function triggerReader(): (lead: Lead) => readonly string[] {
  const known = new Map<string, string>()
  const inHeading = (heading: string): string => {
    const before = known.get(heading)
    if (before !== undefined) return before
    const trigger = triggerIn(plainLine(heading))
    known.set(detached(heading), trigger)
    return trigger
  }
  return ({ title = '', headings = [] }) =>
    [...new Set([triggerIn(title), ...headings.map(inHeading)])].filter((trigger) => trigger !== '')
}

/** Empty for a line that is none. */
function triggerIn(line: string): string {
  const lower = line.toLowerCase()
  if (lower.length <= longestTrigger && plainWords.test(lower)) return detached(lower)
  const trigger = listLine(lower)
    .replace(/^[\d.\s]+|[\s.:!?…]+$/gu, '')
    .trim()
  return isTrigger(trigger) ? detached(trigger) : ''
}

/** Nothing is removed from these, and most titles and headings are of this kind. */
const plainWords = /^[a-z]{2}[a-z0-9]*(?: [a-z0-9]+){0,3}$/

function isTrigger(line: string): boolean {
  return (
    line.length <= longestTrigger &&
    /^[\p{L}\p{N}]/u.test(line) &&
    /\p{L}{2}/u.test(line) &&
    !/["'`<>{}[\]|\\]/.test(line) &&
    line.split(' ').length <= mostWords
  )
}

/** A part of a text keeps the whole text in memory; a copy does not. */
export const detached = (part: string): string => Buffer.from(part).toString()

/** Those of each document that no other document has: a heading such as "overview" leads nowhere. */
export function distinctTriggers(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>()
  for (const list of lists) for (const trigger of list) counts.set(trigger, (counts.get(trigger) ?? 0) + 1)
  return lists.map((list) =>
    withoutInjections(list.filter((trigger) => counts.get(trigger) === 1)).slice(0, mostTriggers),
  )
}
