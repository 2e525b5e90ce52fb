import type { PackRule } from '../../../rule.ts'

const personaTypes: ReadonlySet<unknown> = new Set(['personal-profile', 'brand-persona'])

/** The mode is `data` unless declared, for every type (AK-351). */
export const personaTypeWithoutMode: PackRule = {
  codes: ['AK319'],
  needs: 'head',
  check({ raw, head }, report) {
    const runtime = raw['runtime']
    const declared = typeof runtime === 'object' && runtime !== null && Object.hasOwn(runtime, 'mode')
    if (!personaTypes.has(head.type) || declared) return
    report({
      code: 'AK319',
      message: `The type is "${head.type}", but runtime.mode is not declared and counts as data.`,
      pointer: '/type',
    })
  },
}
