import type { QueryResult } from '../../model/reading/query.ts'
import { scopeRemark } from '../../text/detect/action-scope.ts'
import { listLine, shortened } from '../../text/markup/list-line.ts'
import { plainName } from '../../text/messages/plain-names.ts'

const longestIntent = 100

/** What matters when choosing a result, besides its score; one remark each. */
export function queryRemarks(result: QueryResult): readonly string[] {
  const { temporal = {}, kind, action_scope: scope } = result
  const listed: readonly (readonly [string, string | undefined])[] = [
    ['summary of', result.substituted_for],
    ['superseded by', result.superseded_by],
    ['contradicts', result.conflicts_with?.join(', ')],
    ['discovery conflict with', result.discovery_conflict?.join(', ')],
    ['by its alias', result.matched_alias],
    ['valid from', temporal.valid_from],
    ['valid until', temporal.valid_until],
    ['incomplete without', result.degraded?.join(', ')],
  ]
  return [
    ...listed.flatMap(([label, value]) => (value === undefined ? [] : [`${label} ${value}`])),
    ...(result.caution === undefined ? [] : [result.caution]),
    ...(result.load === undefined ? [] : ['load by name only']),
    ...(kind === undefined ? [] : [pointer(kind, result.intent)]),
    ...(scope === undefined ? [] : [scopeRemark(scope)]),
  ]
}

/** KCP §16.3: its kind, its intent, and that only a person starts it. */
const pointer = (kind: string, intent = ''): string =>
  [`${plainName(kind, 'unknown kind')}, invocation: explicit`, shortened(listLine(intent), longestIntent)]
    .filter((part) => part !== '')
    .join(': ')
