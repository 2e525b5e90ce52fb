import { showValue } from '../../../text/messages/show-value.ts'
import type { PackRule } from '../../rule.ts'

export const nameFormat: PackRule = {
  codes: ['AK301'],
  needs: 'head',
  check({ raw }, report) {
    const { name } = raw
    if (typeof name !== 'string' || name.trim() === '' || /^[a-z0-9-]{1,64}$/.test(name)) return
    const suggested = suggestName(name)
    report({
      code: 'AK301',
      message:
        name.length > 64
          ? `The name ${showValue(name)} has ${name.length} characters; 64 are allowed.`
          : `The name ${showValue(name)} is not made of lowercase letters, digits and hyphens.`,
      pointer: '/name',
      ...(suggested ? { help: `Use 1 to 64 lowercase letters, digits and hyphens, as in "${suggested}".` } : {}),
    })
  },
}

function suggestName(name: string): string | undefined {
  const suggested = name
    .slice(0, 200)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
  return suggested !== '' && suggested.length <= 64 ? suggested : undefined
}
