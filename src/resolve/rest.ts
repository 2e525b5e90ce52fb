import type { Left } from '../model/read.ts'
import { tellingness } from '../text/common-words.ts'
import type { Choice } from './choose.ts'
import type { Grounded } from './ground.ts'
import type { Notice } from './grounding.ts'
import type { OpenPack } from './shelf.ts'

/** What was not given, and what to make of that. */
export interface Rest {
  readonly left: readonly Left[]
  /** Of everything left out, also of what `left` does not list. */
  readonly leftCounts: Readonly<Record<string, number>>
  readonly missing: readonly string[]
  /** Words of the task, as they were typed, that nothing of what is given speaks of. */
  readonly uncovered: readonly string[]
  readonly recommendation?: string
  readonly notices: readonly Notice[]
  /** Something answers the task, and nothing of it has room. */
  readonly noRoom: boolean
}

export interface Told {
  readonly choice: Choice
  readonly grounded: Grounded
  readonly packs: readonly OpenPack[]
  readonly used: readonly OpenPack[]
  readonly named: ReadonlySet<string>
  readonly left: readonly Left[]
  readonly unlisted: Readonly<Record<string, number>>
}

/** Near misses that are listed, and files. */
const mostNear = 20
const mostFiles = 100

export function tellRest(told: Told): Rest {
  const { choice, grounded, unlisted } = told
  const near = nearMisses(told)
  const missing = missingOf(told)
  return {
    left: [...told.left.slice(0, mostFiles), ...near.slice(0, mostNear)],
    leftCounts: countReasons([...told.left, ...near], unlisted),
    missing,
    uncovered: uncoveredOf(choice),
    ...(missing.length > 0 ? { recommendation: hasNoRoom(choice) ? 'Give a larger budget.' : 'Ask again in other words, ask the person, or say that it is unknown; do not fill the gap from memory.' } : {}),
    notices: [...grounded.notices, ...budgetNotices(told), ...guideOnly(told), ...unread(told)],
    noRoom: hasNoRoom(choice),
  }
}

const hasNoRoom = ({ picks, near }: Choice): boolean => picks.length === 0 && near.some(({ reason }) => reason === 'budget')

const nearDetails: Readonly<Record<Choice['near'][number]['reason'], string>> = {
  budget: 'does not fit the budget',
  weak: 'fits the task less well than what was taken',
  duplicate: 'says again what was taken',
}

function nearMisses({ choice, used }: Told): readonly Left[] {
  const near = choice.near.map(({ source, headings, reason, tokens }): Left => ({
    ref: source.ref, path: source.path, reason, detail: `A part ${headings.length > 0 ? `of "${headings.at(-1)}" ` : ''}(${tokens} tokens) ${nearDetails[reason]}.`,
  }))
  const dropped = choice.dropped.map(({ source, tokens }): Left => ({ ref: source.ref, path: source.path, reason: 'budget', detail: `A part (${tokens} tokens) does not fit its share of the budget.` }))
  const others = used.flatMap(({ allowed: { ref }, others: paths }) => paths.map((path): Left => ({ ref, path, reason: 'not-text', detail: 'It is not Markdown or plain text, so it is named and not read.' })))
  return [...dropped, ...near, ...others]
}

/** "How long" asks for a figure; that no text says "long" is no gap. */
const uncoveredOf = ({ picks, coverage }: Choice): readonly string[] => (picks.length === 0 ? [] : coverage.missing.filter((word) => tellingness(word.toLowerCase()) === 1))

function missingOf({ choice, grounded, packs, used, named }: Told): readonly string[] {
  const missing = uncoveredOf(choice)
  const unanswered = choice.picks.length === 0 ? [hasNoRoom(choice) ? 'What answers this task does not fit the budget.' : 'No text of the granted knowledge was found to answer this task.'] : missing.length > 0 ? [`No text was found on: ${missing.join(', ')}.`] : []
  const guides = packs.filter((pack) => holdsGuideOnly(pack) && (used.includes(pack) || named.has(pack.allowed.ref)))
  return [
    ...unanswered,
    ...guides.map(({ allowed: { ref } }) => `${ref} holds no compiled view, document or wiki page; only its guide can speak.`),
    ...grounded.open.slice(0, 3).map(({ ref, place }) => `${ref} says itself that something about this is open: ${place}.`),
  ]
}

const holdsGuideOnly = ({ layers }: OpenPack): boolean => layers[0]?.rule === 'guide'

function guideOnly({ packs, used, named }: Told): readonly Notice[] {
  return packs
    .filter((pack) => holdsGuideOnly(pack) && (used.includes(pack) || named.has(pack.allowed.ref)))
    .map(({ allowed: { ref, entryFile } }) => ({ code: 'AK809', ref, path: entryFile, message: 'The pack holds no compiled view, document or wiki page.' }))
}

/** What fits the task and had no room, by file (AK-173). */
function budgetNotices({ choice }: Told): readonly Notice[] {
  if (choice.picks.length === 0) return []
  const parts = [...choice.near.filter(({ reason }) => reason === 'budget'), ...choice.dropped].map(({ source }) => source)
  const refs = [...new Set(parts.map(({ ref }) => ref))]
  return refs.map((ref) => {
    const paths = [...new Set(parts.filter((source) => source.ref === ref).map(({ path }) => path))].sort()
    const shown = paths.length > 4 ? [...paths.slice(0, 3), `${paths.length - 3} more files`] : paths
    return { code: 'AK805', ref, path: paths[0] ?? '', message: `The budget left out parts of ${listed(shown)}.` }
  })
}

const listed = (names: readonly string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)

/** Too large, or not UTF-8 (AK-319). */
function unread({ left }: Told): readonly Notice[] {
  return left
    .filter(({ reason, path }) => reason === 'unreadable' && path !== undefined)
    .slice(0, mostNear)
    .map(({ ref, path = '', detail }) => ({ code: 'AK810', ref, path, message: `${path} was not read. ${detail}` }))
}

function countReasons(left: readonly Left[], unlisted: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { ...unlisted }
  for (const { reason } of left) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
