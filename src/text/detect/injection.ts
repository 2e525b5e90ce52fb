import type { Span } from '../../model/codes/diagnostic.ts'
import { mergeSpans } from '../positions/spans.ts'
import { worthTrying } from './hinted-pattern.ts'
import { phrases } from './injection-phrases.ts'

/** Where a text addresses the model, poses as another role, or orders the reader to ignore policy. */
export function findInjections(text: string): readonly Span[] {
  const visible = withoutInvisibles(text)
  const lower = lowerCase(visible.text)
  const found: Span[] = []
  for (const { pattern } of worthTrying(phrases, lower)) {
    for (const match of lower.matchAll(pattern)) {
      found.push({ start: visible.offset(match.index), end: visible.offset(match.index + match[0].length - 1) + 1 })
    }
  }
  for (const match of hasTags.test(text) ? text.matchAll(hiddenTags) : [])
    found.push({ start: match.index, end: match.index + match[0].length })
  return mergeSpans(found)
}

/** The short lines without injections. They are tested together first, since most lists have none. */
export function withoutInjections(lines: readonly string[]): readonly string[] {
  const together = lines.join('\n')
  const isClean =
    worthTrying(phrases, lowerCase(withoutInvisibles(together).text)).length === 0 && !hasTags.test(together)
  return isClean ? lines : lines.filter((line) => findInjections(line).length === 0)
}

/** Keeps every offset: a letter whose lower case is longer is unchanged, and wide letters become narrow. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return /[ａ-ｚ]/.test(folded)
    ? folded.replace(/[ａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    : folded
}

/** Unicode tag characters spell invisible text; flags of regions use them after a black flag. */
const hiddenTags = /(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0000}-\u{E007F}]{4,}/gu

/** The first half of every tag character. */
const hasTags = /\udb40/

const hasInvisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/
const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]+/g

interface Visible {
  readonly text: string
  /** Offset in the original text. */
  offset(at: number): number
}

/** Characters without width between letters would hide a phrase from the patterns. */
function withoutInvisibles(text: string): Visible {
  if (!hasInvisible.test(text)) return { text, offset: (at) => at }
  const cuts: { readonly at: number; readonly removed: number }[] = []
  let removed = 0
  for (const match of text.matchAll(invisible)) {
    cuts.push({ at: match.index - removed, removed: removed + match[0].length })
    removed += match[0].length
  }
  return {
    text: text.replace(invisible, ''),
    offset(at) {
      let low = 0
      let high = cuts.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((cuts[middle]?.at ?? 0) <= at) low = middle + 1
        else high = middle
      }
      return at + (cuts[low - 1]?.removed ?? 0)
    },
  }
}
