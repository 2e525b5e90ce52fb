import type { Code } from '../model/codes/codes.ts'
import type { Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { findHidden, hiddenKind, type HiddenKind } from '../text/detect/hidden.ts'
import { findInjections } from '../text/detect/injection.ts'
import { findControlTokens, findFenceMarkers, findFenceTags } from '../text/markup/find-markup.ts'
import { mergeSpans } from '../text/positions/spans.ts'

const hiddenCodes: Readonly<Record<HiddenKind, Code>> = { control: 'RUN605', hidden: 'RUN605', bidi: 'RUN606' }
const effects: Readonly<Record<HiddenKind, string>> = {
  control: 'a control character',
  hidden: 'which is invisible',
  bidi: 'which reorders displayed text',
}

/** Distinct characters listed in one message. */
const mostNamed = 5

/** What a person should review before a model sees a text: reported, never removed. */
export function findSuspicions(text: string): readonly Finding[] {
  return [
    ...hiddenFindings(text),
    ...[...findFenceTags(text), ...findFenceMarkers(text)].map((at): Finding => ({
      code: 'RUN607',
      message: 'The text contains a line or a tag of the fence.',
      span: { start: at, end: at + 1 },
    })),
    ...mergeSpans([...findInjections(text), ...findControlTokens(text).map((at) => ({ start: at, end: at + 1 }))]).map(
      (span): Finding => ({
        code: 'AK603',
        severity: 'warning',
        message: 'The text addresses the model or changes the speaker.',
        span,
      }),
    ),
  ]
}

interface Run {
  readonly kind: HiddenKind
  readonly start: number
  end: number
  readonly characters: Set<string>
}

/** Adjacent characters of one kind are one finding. One finding beyond the limit shows that there are more. */
function hiddenFindings(text: string): readonly Finding[] {
  const runs: Run[] = []
  for (const at of findHidden(text)) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const kind = hiddenKind(character)
    const last = runs.at(-1)
    if (last && last.end === at && last.kind === kind) {
      last.end += character.length
      last.characters.add(character)
    } else if (runs.length > limits.findings) break
    else runs.push({ kind, start: at, end: at + character.length, characters: new Set([character]) })
  }
  return runs.map(({ kind, start, end, characters }) => ({
    code: hiddenCodes[kind],
    message: `The text contains ${named(characters)}, ${effects[kind]}.`,
    span: { start, end },
  }))
}

function named(characters: ReadonlySet<string>): string {
  const codes = [...characters]
    .slice(0, mostNamed)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
  return `${codes.join(', ')}${characters.size > mostNamed ? ' and more' : ''}`
}
