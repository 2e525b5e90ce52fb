import { commandIn, type CommandKind } from './commands.ts'

/** A longer scope would displace the text of the unit. */
const longest = 2000

/** An action scope for a model: as written (KCP §4.3a), or why it is withheld (§16.3). */
type ShownScope = { readonly text: string } | { readonly withheld: string }

export function shownScope(scope: unknown): ShownScope {
  const text = JSON.stringify(scope)
  // A part of it could be taken for the whole.
  if (text.length > longest) return { withheld: `it has ${text.length} characters` }
  return commandInScope(scope) ? { withheld: 'it commands its reader' } : { text }
}

/** The first command in the whole scope or in one of its texts. */
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
