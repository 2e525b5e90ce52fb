import type { Tokenizer } from '../../model/ports.ts'
import type { Excerpt } from '../../model/reading/read.ts'
import type { ReceiptSpan } from '../../model/records/receipt.ts'
import type { Citations } from '../../select/grounding/citations.ts'
import type { Pick } from '../../select/pick.ts'
import { digest } from '../../text/bytes/digest.ts'

type Cited = ReadonlyMap<Pick, Citations>

const citationsOf = (pick: Pick, cited: Cited): readonly string[] => {
  const { exact = [], ofSection = [] } = cited.get(pick) ?? {}
  return [...exact, ...ofSection]
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

function wholeExcerpt(pick: Pick, citations: Cited): Excerpt {
  const { source, headings, stretches, text, tokens, score, why, reason } = pick
  const range = { start: stretches[0]?.start ?? 0, end: stretches.at(-1)?.end ?? 0 }
  return {
    ref: source.ref,
    path: source.path,
    headings,
    range,
    text,
    tokens,
    score: rounded(score),
    citations: citationsOf(pick, citations),
    why,
    reason,
    ...(source.isVerified === undefined ? {} : { contentVerified: source.isVerified ? true : 'absent' }),
  }
}

/** For the caller: each excerpt is one contiguous stretch of its file. */
export function excerptsOf(picks: readonly Pick[], citations: Cited, tokenizer: Tokenizer): readonly Excerpt[] {
  return picks.flatMap((pick) => {
    const whole = wholeExcerpt(pick, citations)
    if (pick.stretches.length === 1 || pick.repeated !== undefined)
      return [pick.repeated === undefined ? whole : { ...whole, repeated: true }]
    return pick.stretches.map((range) => {
      const text = pick.source.text.slice(range.start, range.end)
      return { ...whole, range, text, tokens: tokenizer.count(text) }
    })
  })
}

const encoder = new TextEncoder()
const utf8Length = (text: string): number => encoder.encode(text).length

export function spansOf(picks: readonly Pick[], citations: Cited = new Map()): readonly ReceiptSpan[] {
  return picks.map((pick) => {
    const { source, headings, stretches, text, repeated } = pick
    const cited = citationsOf(pick, citations)
    const [start, end] = [stretches[0]?.start ?? 0, stretches.at(-1)?.end ?? 0]
    const firstByte = utf8Length(source.text.slice(0, start))
    return {
      ref: source.ref,
      path: source.path,
      start,
      end,
      bytes: { start: firstByte, end: firstByte + utf8Length(source.text.slice(start, end)) },
      fileDigest: source.fileDigest,
      spanDigest: repeated ?? digest(text),
      headings,
      ...(stretches.length > 1 ? { stretches } : {}),
      ...(cited.length > 0 ? { citations: cited } : {}),
      ...(repeated === undefined ? {} : { repeated: true as const }),
    }
  })
}
