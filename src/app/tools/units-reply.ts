import type { GivenUnits } from '../../model/unit-list.ts'
import { toolName, type ToolContext } from './tool.ts'
import { shown } from './refusal.ts'
import type { Reply } from './reply.ts'

/** A page of the units of a manifest. */
export function unitsReply(
  { ref, units, total, next, fenced, tokens, receipt }: GivenUnits,
  context: ToolContext,
): Reply {
  const line =
    units.length === 0
      ? `${shown(ref)} has no units to list${total === 0 ? '' : ' from there on'}.`
      : next === undefined
        ? undefined
        : `${total - next + 1} more. Call ${toolName(context, 'catalog')} with this name and from ${next}.`
  return {
    fenced,
    line,
    receipt: receipt?.id,
    tokens,
    refs: units.map((unit) => unit.ref),
    counts: { listed: units.length, total },
  }
}
