import { showValue } from '../../../../text/messages/show-value.ts'
import type { PackRule } from '../../../rule.ts'

const required = [
  ['name', 'AK201'],
  ['description', 'AK202'],
  ['type', 'AK203'],
  ['status', 'AK204'],
] as const

export const packRequiredFields: PackRule = {
  codes: ['AK201', 'AK202', 'AK203', 'AK204'],
  needs: 'head',
  check({ raw }, report) {
    for (const [field, code] of required) {
      const value = raw[field]
      if (typeof value === 'string' && value.trim() !== '') continue
      const declared = Object.hasOwn(raw, field)
      const isEmpty = value === null || typeof value === 'string'
      report({
        code,
        message: declared
          ? `The field "${field}" is ${isEmpty ? 'empty' : `${showValue(value)}, not text`}.`
          : `The field "${field}" is missing.`,
        pointer: declared ? `/${field}` : '',
        ...(declared && ['number', 'boolean'].includes(typeof value)
          ? { help: `Put it in quotes: ${field}: "${String(value)}".` }
          : {}),
      })
    }
  },
}
