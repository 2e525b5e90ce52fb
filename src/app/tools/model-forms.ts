import { unsearchedOfGranted } from '../read/unsearched.ts'
import { isShortName } from '../../catalog/for-model.ts'
import { joinFenced } from '../../fence/fence.ts'
import { fenceText } from '../../fence/text.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { ReleasedEvidence } from '../../model/reading/evidence.ts'
import type { QueryAnswer, QueryResult } from '../../model/reading/query.ts'
import type { ReadResult } from '../../model/reading/read.ts'
import { commandIn } from '../../text/detect/commands.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { listLine, shortened } from '../../text/markup/list-line.ts'
import type { Explanation } from '../explain/explain.ts'
import { queryRemarks } from './query-remarks.ts'

// Tools load this file with their first call: a list of tools does not need it.
export { countTokens } from '../../text/tokens/tokens.ts'

const mostPhrases = 10

/** A decision for a model. An ungranted entry shows only that it is ungranted. */
export function decisionPrompt({ ref, verdict, action, reasons, notFor = [], omission }: Explanation): Fenced {
  const closed = reasons.filter((reason) => reason.gate === 'trust' && reason.verdict !== 'allow')
  const shown = closed.length > 0 ? closed : reasons.filter(({ code }) => code !== 'not-declared')
  const lines = shown.map(
    (reason) => `${reason.verdict} ${reason.gate}: ${[reason.sentence, reason.change].filter(Boolean).join(' ')}`,
  )
  // Names of new files are not granted, so only the reason is shown.
  if (omission) lines.unshift(`A read omits ${ref.startsWith('pack:') ? 'files of it' : 'it'}: ${omission.reason}.`)
  // A phrase that commands its reader is not repeated (KCP §16.3).
  const unfit = notFor.filter((phrase) => !commandIn(phrase)).map(showValue)
  if (unfit.length > 0) lines.push(`Its author says that it is not for ${unfit.slice(0, mostPhrases).join(', ')}.`)
  const isNamed = closed.length === 0 || isShortName(ref.slice(ref.indexOf(':') + 1))
  return fenceText([isNamed ? `${verdict} ${action} ${ref}` : `${verdict} ${action}`, ...lines].join('\n'), {
    name: 'decision',
  })
}

/** The results of a query for a model, one line each, after the cautions of the manifests; `undefined` for neither. */
export function queryPrompt({ results, cautions = [] }: QueryAnswer): Fenced | undefined {
  const lines = [...cautions, ...results.map(resultLine)]
  return lines.length === 0 ? undefined : fenceText(lines.join('\n'), { name: 'query' })
}

function resultLine(result: QueryResult): string {
  const { ref, path, score, token_estimate: tokens, match_reason: matched } = result
  return [
    `${ref} (${path})`,
    `score ${score}`,
    tokens === null ? 'size unknown' : `about ${tokens} tokens`,
    ...(matched.length > 0 ? [`matched ${matched.join(', ')}`] : []),
    ...queryRemarks(result),
  ].join(' · ')
}

/** Maximum claims in a list; a claim that is named comes with its sources. */
const mostClaims = 50
const mostCharacters = 200

/** The claims of a pack for a model, one line each, above the rest of the evidence. */
export function claimsPrompt({ claims, fenced }: Pick<ReleasedEvidence, 'claims' | 'fenced'>): Fenced {
  if (claims.length === 0) return fenced
  const lines = claims
    .slice(0, mostClaims)
    .map(({ id, status, source, updated }) =>
      listLine(
        shortened(`${id}: ${[status, source ?? 'no source', updated].filter(Boolean).join(', ')}`, mostCharacters),
      ),
    )
  const more = claims.length - lines.length
  const list = fenceText([...lines, ...(more > 0 ? [`(${more} more not listed)`] : [])].join('\n'), { name: 'claims' })
  return joinFenced([list, ...(fenced === '' ? [] : [fenced])])
}

const mostWords = 10

/** A word that is safe outside a fence. */
const isWord = (word: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’._-](?=[\p{L}\p{N}])){0,39}$/u.test(word)

/** A line of `missing` on an open question, if its ref and path are plain. */
const openQuestion = /^[\w@.:/+%-]{1,160} lists an open question on this: [\w@./+%#-]{1,120}\.$/

/** One line outside the fence: words of the task that no text contains, or open questions. It has no text of a pack. */
export function missingLine({
  outcome,
  unknownWords,
  recommendation,
  fenced,
  missing = [],
  omittedCounts = {},
}: Pick<ReadResult, 'outcome' | 'unknownWords' | 'recommendation'> &
  Partial<Pick<ReadResult, 'fenced' | 'missing' | 'omittedCounts'>>): string | undefined {
  // With other text, they are inside the fence (AK-010).
  const open = fenced === '' ? missing.filter((line) => openQuestion.test(line)) : []
  if (open.length > 0) return open.join(' ')
  const words = unknownWords.filter(isWord).slice(0, mostWords)
  const others = unknownWords.length - words.length
  const isOpen = recommendation !== undefined && (outcome === 'weak' || outcome === 'nothing')
  // What was not searched may contain it.
  const giveUp = unsearchedOfGranted(omittedCounts) === '' ? ', or say that it is unknown' : ''
  const searched = omittedCounts.unreadable === undefined ? 'No text here' : 'No searched text'
  if (unknownWords.length === 0) return isOpen ? `Ask again with more words in "also"${giveUp}.` : undefined
  const named =
    words.length === 0 ? `${others} of your words` : `${words.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  const advice = isOpen ? ` Ask again with other words for that in "also"${giveUp}.` : ''
  return `${searched} contains: ${named}.${advice}`
}
