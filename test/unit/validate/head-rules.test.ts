import { expect, test } from 'vitest'
import { packRules } from '../../../src/validate/rules/pack/pack-rules.ts'
import { packHeadRules } from '../../../src/validate/rules/pack/pack-head-rules.ts'

test('discovery runs exactly the rules that need no more than the head of a pack', () => {
  expect(packRules.filter(({ needs }) => needs === 'head')).toEqual(packHeadRules)
})
