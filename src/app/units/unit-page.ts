import { joinFenced } from '../../fence/fence.ts'
import { fenceManifestText } from '../../fence/text.ts'
import type { Fenced } from '../../model/brands.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { GivenUnits, ListedUnit, UnitsOptions } from '../../model/unit-list.ts'
import { scopeRemark } from '../../text/detect/action-scope.ts'
import { listLine, shortened } from '../../text/markup/list-line.ts'

const ordinaryPage = 50
const ordinaryTokens = 2000

export interface UnitPage extends Pick<GivenUnits, 'units' | 'from' | 'fenced' | 'tokens'> {
  readonly budget: number
}

/** A longer ref would fit no page and hide all units after it. */
const longestRef = 300

/** The line of one unit in a list. */
export const lineOf = ({ ref, intent, remark, action_scope: scope }: ListedUnit): string =>
  [
    `${shortened(listLine(ref), longestRef)}${intent === undefined ? '' : `: ${intent}`}${remark === undefined ? '' : ` (${remark})`}`,
    ...(scope === undefined ? [] : [scopeRemark(scope)]),
  ].join(' · ')

/** As many units as fit the page and its tokens, from a position on. */
export function fitPage(
  manifestRef: string,
  all: readonly ListedUnit[],
  { from = 1, limit = ordinaryPage, maxTokens: budget = ordinaryTokens }: UnitsOptions,
  tokenizer: Tokenizer,
): UnitPage {
  const start = Math.max(1, Math.floor(from))
  const wanted = all.slice(start - 1, start - 1 + Math.max(1, Math.floor(limit)))
  const fence = (units: readonly ListedUnit[]): Fenced =>
    fenceManifestText(
      [`Units ${start}–${start + units.length - 1} of ${all.length}:`, ...units.map(lineOf)].join('\n'),
      manifestRef,
    )
  for (
    let units = wanted;
    units.length > 0;
    units = units.slice(0, Math.min(units.length - 1, Math.floor(units.length * 0.9)))
  ) {
    const fenced = fence(units)
    const tokens = tokenizer.count(fenced)
    if (tokens <= budget) return { units, from: start, fenced, tokens, budget }
  }
  return { units: [], from: start, fenced: joinFenced([]), tokens: 0, budget }
}
