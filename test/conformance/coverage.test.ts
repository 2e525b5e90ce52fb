import { expect, test } from 'vitest'
import { citations } from './citations.ts'
import { moved } from './moved.ts'
import { isDue, requirements } from './table.ts'

const cited = citations()

test('every requirement of finished work is cited by a test', () => {
  expect(
    requirements.filter((requirement) => isDue(requirement) && !cited.has(requirement.id)).map(({ id }) => id),
  ).toEqual([])
})

test('every cited requirement exists', () => {
  const known = new Set(requirements.map(({ id }) => id))
  expect([...cited.keys()].filter((id) => !known.has(id))).toEqual([])
})

test('the table holds every id once, and every moved id', () => {
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(moved).filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id) => id.startsWith('AK-')).length).toBe(363)
  expect(ids.filter((id) => id.startsWith('KCP-')).length).toBe(277)
  expect(ids.filter((id) => id.startsWith('KL-')).length).toBe(121)
})
