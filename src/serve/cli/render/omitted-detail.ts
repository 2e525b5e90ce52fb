import { withoutHint, type ReadResult } from '../../../app/index.ts'

type Omission = Pick<ReadResult['omitted'][number], 'ref' | 'detail'>

/** Without the hint where the exact command follows; of ungranted entries only their number. */
export function omittedDetail({ ref, detail }: Omission, hasCommand = true): string {
  if (ref === 'ungranted') return detail.slice(0, detail.indexOf('.') + 1)
  return hasCommand ? withoutHint(detail) : detail
}
