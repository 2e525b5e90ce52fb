import type { Unit } from '../model/documents/manifest.ts'
import type { WithheldText } from '../model/records/receipt.ts'
import { digest } from '../text/bytes/digest.ts'
import { commandInScope } from '../text/detect/action-scope.ts'
import { commandIn, commandRules, type CommandKind } from '../text/detect/commands.ts'

type Withheld = Omit<WithheldText, 'ref'>

const known = new WeakMap<Unit, readonly Withheld[]>()

/**
 * Metadata of a unit that is not listed for a model, because it commands its reader (KCP §16.3). The unit stays usable.
 */
export function withheldMetadata(unit: Unit): readonly Withheld[] {
  const before = known.get(unit)
  if (before) return before
  const fields = [
    ['intent', unit.intent] as const,
    ...(unit.triggers ?? []).map((trigger, i) => [`triggers/${i}`, trigger] as const),
  ]
  const withheld = (field: string, text: string, reason: CommandKind): Withheld => ({
    path: `/units/${unit.index}/${field}`,
    reason,
    sha256: digest(text),
    rules: commandRules,
  })
  const scope = unit.actionScope === undefined ? undefined : commandInScope(unit.actionScope)
  const found = [
    ...fields.flatMap(([field, text]): readonly Withheld[] => {
      const reason = commandIn(text)
      return reason ? [withheld(field, text, reason)] : []
    }),
    ...(scope ? [withheld('action_scope', JSON.stringify(unit.actionScope), scope)] : []),
  ]
  known.set(unit, found)
  return found
}

/** A unit as lists show it to a model. */
export function withoutCommands(unit: Unit): Unit {
  const withheld = new Set(withheldMetadata(unit).map(({ path }) => path))
  if (withheld.size === 0) return unit
  const at = `/units/${unit.index}/`
  return {
    ...unit,
    intent: withheld.has(`${at}intent`) ? '' : unit.intent,
    ...(unit.triggers ? { triggers: unit.triggers.filter((_, i) => !withheld.has(`${at}triggers/${i}`)) } : {}),
  }
}
