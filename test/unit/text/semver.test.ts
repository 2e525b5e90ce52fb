import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { satisfiesPin, semverOrder } from '../../../src/text/notations/semver.ts'

const number = fc.integer({ min: 0, max: 12 }).map(String)
const identifier = fc.oneof(number, fc.constantFrom('alpha', 'beta', 'rc', 'x-1', '1a', 'A'))
const suffix = (mark: string) =>
  fc.oneof(
    fc.constant(''),
    fc.array(identifier, { minLength: 1, maxLength: 3 }).map((parts) => `${mark}${parts.join('.')}`),
  )
const version = fc
  .tuple(number, number, number, suffix('-'), suffix('+'))
  .map(([major, minor, patch, pre, build]) => `${major}.${minor}.${patch}${pre}${build}`)

test('versions are ordered as the semver library orders them', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(semverOrder(a, b) ?? NaN)).toBe(semver.compare(a, b))
    }),
    { numRuns: 2000 },
  )
})

test('numbers too long for a double are ordered by their digits', () => {
  expect(semverOrder('1.0.90071992547409931', '1.0.90071992547409932')).toBeLessThan(0)
})

test('what is no semantic version has no order', () => {
  expect([semverOrder('1.0', '1.0.0'), semverOrder('1.0.0', 'v1.0.0'), semverOrder('', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

describe('KCP-125: a version pin', () => {
  test.each([
    ['2.1.0', '2.1.0', 'exact', true],
    ['2.1.0+build.7', '2.1.0', 'exact', true],
    ['2.1.1', '2.1.0', 'exact', false],
    ['2.1.0-rc.1', '2.1.0', 'exact', false],
    ['2.1.0', '2.1.0', 'minimum', true],
    ['3.0.0', '2.1.0', 'minimum', true],
    ['2.1.0-rc.1', '2.1.0', 'minimum', false],
    ['2.0.9', '2.1.0', 'minimum', false],
    ['2.3.0', '2.1.0', 'compatible', true],
    ['2.0.0', '2.1.0', 'compatible', true],
    ['3.0.0', '2.1.0', 'compatible', false],
    ['0.9.0', '0.1.0', 'compatible', true],
    ['2.1', '2.1', 'exact', true],
    ['2.1', '2.1.0', 'compatible', undefined],
  ] as const)('version %s under the pin %s, policy %s: %s', (found, pin, policy, expected) => {
    expect(satisfiesPin(found, pin, policy)).toBe(expected)
  })
})
