import type { PackRule } from '../../../rule.ts'

/** v0.5 compatibility: a missing profile is wiki-first, and a warning is recorded (AK-350). */
export const profileDefaulted: PackRule = {
  codes: ['AK321'],
  needs: 'head',
  check({ raw }, report) {
    if (raw['profile'] === undefined || raw['profile'] === null)
      report({ code: 'AK321', message: 'The profile is missing and taken as "wiki-first".', pointer: '' })
  },
}
