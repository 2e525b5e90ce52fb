import type { ReadResult } from '../../../app/index.ts'

type Omission = Pick<ReadResult['omitted'][number], 'ref' | 'detail'>

/** Of ungranted entries only their number: the exact command follows. */
export const omittedDetail = ({ ref, detail }: Omission): string =>
  ref === 'ungranted' ? detail.slice(0, detail.indexOf('.') + 1) : detail
