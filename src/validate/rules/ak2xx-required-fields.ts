import type { PackRule } from '../rule.ts'

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
      report({
        code,
        message: declared ? `The field "${field}" is not a non-empty text.` : `The field "${field}" is missing.`,
        pointer: declared ? `/${field}` : '',
      })
    }
  },
}
