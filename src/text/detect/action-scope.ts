import { commandIn, type CommandKind } from './commands.ts'

/** A longer one pushes out the text, and no reader heeds it. */
const longest = 2000

/** What a model is shown of an action scope: the whole as written (KCP §4.3a), or why it is withheld (§16.3). */
type ShownScope = { readonly text: string } | { readonly withheld: string }

export function shownScope(scope: unknown): ShownScope {
  const text = JSON.stringify(scope)
  // A part of it would look like the whole.
  if (text.length > longest) return { withheld: `it has ${text.length} characters` }
  return commandInScope(scope) ? { withheld: 'it commands its reader' } : { text }
}

/** The first command in its texts, or in the whole. */
export function commandInScope(scope: unknown): CommandKind | undefined {
  for (const text of [JSON.stringify(scope), ...textsIn(scope)]) {
    const found = commandIn(text)
    if (found) return found
  }
  return undefined
}

/** For one line of a list. */
export function scopeRemark(scope: unknown): string {
  const shown = shownScope(scope)
  return 'text' in shown ? `action scope ${shown.text}` : `action scope withheld: ${shown.withheld}`
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
}
