import { showValue } from '../../../text/messages/show-value.ts'
import type { PackRule } from '../../rule.ts'

export const nameDirectoryMismatch: PackRule = {
  codes: ['AK322'],
  needs: 'head',
  check({ head, folderName }, report) {
    if (!head.name || !folderName || head.name === folderName) return
    report({
      code: 'AK322',
      message: `The name ${showValue(head.name)} differs from the folder ${showValue(folderName)}.`,
      pointer: '/name',
    })
  },
}
