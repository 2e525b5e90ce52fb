import type { PackRule } from '../../../rule.ts'

export const disputedNeedsConfirmation: PackRule = {
  codes: ['AK605'],
  needs: 'head',
  check({ head }, report) {
    if (head.status === 'disputed')
      report({
        code: 'AK605',
        message: 'The status is "disputed", so each use needs confirmation.',
        pointer: '/status',
      })
  },
}
