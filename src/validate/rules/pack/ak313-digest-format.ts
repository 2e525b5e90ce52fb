import { showValue } from '../../../text/messages/show-value.ts'
import type { PackRule } from '../../rule.ts'

export const digestFormat: PackRule = {
  codes: ['AK313'],
  needs: 'head',
  check({ head }, report) {
    const digest = head.metadata?.producedBy?.digest
    if (digest === undefined || /^sha256:[0-9a-f]{64}$/i.test(digest)) return
    report({
      code: 'AK313',
      message: `The producer digest ${showValue(digest)} is not sha256: and 64 hex digits.`,
      pointer: '/metadata/producedBy/digest',
    })
  },
}
