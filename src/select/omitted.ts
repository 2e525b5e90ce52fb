import type { Omission, OmissionCounts, OmissionReason } from '../model/reading/read.ts'
import { claimsBlocked } from '../model/tables/status-scale.ts'
import { constants } from '../rank/constants.ts'
import type { Companion } from './companions.ts'
import type { Grounded } from './ground.ts'
import type { Notice } from './grounding/citations.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Pick } from './pick.ts'
import { envelopeOf, type NearMiss } from './texts/source.ts'

/** What was omitted, and notices about it. */
export interface Omitted {
  readonly omitted: readonly Omission[]
  /** Counts of all omissions, including those that `omitted` does not list. */
  readonly omittedCounts: OmissionCounts
  readonly missing: readonly string[]
  readonly notices: readonly Notice[]
  /** Something matches the task, but nothing of it fits the budget. */
  readonly noRoom: boolean
}

export interface Considered {
  readonly picks: readonly Pick[]
  readonly near: readonly NearMiss[]
  /** Companions that did not fit. */
  readonly dropped: readonly Companion[]
  /** Words of the task that are in no granted text. */
  readonly unknownWords: readonly string[]
  readonly grounded: Grounded
  readonly packs: readonly OpenPack[]
  readonly used: readonly OpenPack[]
  readonly named: ReadonlySet<string>
  readonly omitted: readonly Omission[]
  readonly unlisted: OmissionCounts
  /** The reply is short because the match is weak, not because the budget is small. */
  readonly isCapped: boolean
}

/** Maximum listed files. */
const mostFiles = 100

export function listOmitted(considered: Considered): Omitted {
  const { picks, near: missed, omitted, unlisted, grounded } = considered
  const near = nearMisses(considered)
  return {
    omitted: [...omitted.slice(0, mostFiles), ...near.slice(0, constants.mostNear)],
    omittedCounts: countReasons([...omitted, ...near], unlisted),
    missing: missingOf(considered),
    notices: [
      ...grounded.notices,
      ...(considered.isCapped ? [] : budgetNotices(considered)),
      ...guideOnly(considered),
      ...unread(considered),
      ...withheldNotices(considered),
    ],
    noRoom: !considered.isCapped && picks.length === 0 && missed.some(({ reason }) => reason === 'budget'),
  }
}

const nearDetails: Readonly<Record<NearMiss['reason'], string>> = {
  budget: 'does not fit the budget',
  weak: 'matches the task less well than the excerpts',
  duplicate: 'repeats an excerpt',
}

function nearMisses({ near, dropped, used, isCapped }: Considered): readonly Omission[] {
  const parts = near.map(({ source: { ref, path }, headings, reason, tokens }): Omission => {
    const part = `A part ${headings.length > 0 ? `of "${headings.at(-1)}" ` : ''}(${tokens} tokens)`
    // A larger budget does not lengthen a weak reply.
    if (isCapped && reason === 'budget')
      return { ref, path, reason: 'weak', detail: `${part} matches too, but not enough for more than the best place.` }
    return { ref, path, reason, detail: `${part} ${nearDetails[reason]}.` }
  })
  const companions = dropped.map(({ source: { ref, path }, tokens }): Omission => ({
    ref,
    path,
    reason: isCapped ? 'weak' : 'budget',
    detail: `A part (${tokens} tokens) does not fit its share of the ${isCapped ? 'reply' : 'budget'}.`,
  }))
  const others = used.flatMap(({ allowed: { ref }, others: paths }) =>
    paths.map((path): Omission => ({
      ref,
      path,
      reason: 'not-text',
      detail: 'It is not text, so it is listed but not read.',
    })),
  )
  return [...companions, ...parts, ...others]
}

/** Words that are in no text, and places that a pack itself marks as open; never excerpts. */
function missingOf({ unknownWords, grounded, packs, used, named }: Considered): readonly string[] {
  const guides = packs.filter((pack) => holdsGuideOnly(pack) && (used.includes(pack) || named.has(pack.allowed.ref)))
  return [
    ...(unknownWords.length > 0 ? [`No granted text contains: ${unknownWords.join(', ')}.`] : []),
    ...guides.map(({ allowed: { ref } }) => `${ref} has no compiled view, document or wiki page, only its guide.`),
    ...grounded.open.slice(0, 3).map(({ ref, place }) => `${ref} lists an open question on this: ${place}.`),
  ]
}

const holdsGuideOnly = ({ layers }: OpenPack): boolean => layers[0]?.rule === 'guide'

function guideOnly({ packs, used, named }: Considered): readonly Notice[] {
  return packs
    .filter((pack) => holdsGuideOnly(pack) && (used.includes(pack) || named.has(pack.allowed.ref)))
    .map(({ allowed: { ref, entryFile } }) => ({
      code: 'AK809',
      ref,
      path: entryFile,
      message: 'The pack has no compiled view, document or wiki page.',
    }))
}

/** Matches that did not fit, by file (AK-173). */
function budgetNotices({ picks, near, dropped }: Considered): readonly Notice[] {
  if (picks.length === 0) return []
  const parts = [...near.filter(({ reason }) => reason === 'budget'), ...dropped].map(({ source }) => source)
  return [...new Set(parts.map(envelopeOf))].map((envelope) => {
    const own = parts.filter((source) => envelopeOf(source) === envelope)
    const paths = [...new Set(own.map(({ path }) => path))].sort()
    const shown = paths.length > 4 ? [...paths.slice(0, 3), `${paths.length - 3} more files`] : paths
    return {
      code: 'AK805',
      ref: own[0]?.ref ?? envelope,
      path: paths[0] ?? '',
      message: `Parts omitted to fit the budget: ${listed(shown)}.`,
    }
  })
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Claims whose text is withheld (AK-362). */
const withheldNotices = ({ omitted }: Considered): readonly Notice[] =>
  omitted
    .filter(({ code }) => code === claimsBlocked)
    // The fence contains no commands: a client on another machine cannot run them.
    .map(({ ref, path = '', detail }) => ({
      code: 'AK806',
      ref,
      path,
      message: detail.split(' A person can run')[0] ?? '',
    }))

/** Too large, or not UTF-8 (AK-319). */
function unread({ omitted }: Considered): readonly Notice[] {
  return omitted
    .filter(({ reason, path }) => reason === 'unreadable' && path !== undefined)
    .slice(0, constants.mostNear)
    .map(({ ref, path = '', detail }) => ({ code: 'AK810', ref, path, message: `${path} was not read. ${detail}` }))
}

/** Counts by reason, added to earlier counts. */
export function countReasons(omitted: readonly Omission[], counted: OmissionCounts = {}): OmissionCounts {
  const counts: Partial<Record<OmissionReason, number>> = { ...counted }
  for (const { reason, count = 1 } of omitted) counts[reason] = (counts[reason] ?? 0) + count
  return counts
}
