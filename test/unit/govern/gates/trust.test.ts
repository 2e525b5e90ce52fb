import { describe, expect, test } from 'vitest'
import { waitingDecision } from '../../../../src/govern/early-decisions.ts'
import type { CatalogEntry } from '../../../../src/model/catalog.ts'
import { decisionOn, followed, packOf, reasonOf, saidBy, ungranted, unitOf } from '../../../support/gate-case.ts'

const { follow: _follow, ...place } = followed
const byFile = { ...place, files: { 'KNOWLEDGE.md': 'sha256:0' } }

describe('trust', () => {
  test.each([
    ['nobody said anything', ungranted(packOf()), 'ask approval-required'],
    ['its files were granted', packOf('status: ready', { grant: byFile }), 'allow granted'],
    ['its folder is followed', packOf('status: ready', { grant: followed }), 'allow followed'],
    [
      'its entry file has changed since',
      packOf('status: ready', { grant: { ...byFile, changed: true } }),
      'ask approval-stale',
    ],
    ['it is built in', ungranted(packOf('status: ready', { builtin: true })), 'allow builtin'],
    ['a unit of a manifest that nobody granted', ungranted(unitOf()), 'ask approval-required'],
  ])('AK-111, AK-112, AK-118: %s', (_, subject, expected) => {
    expect(saidBy('trust', subject)).toBe(expected)
  })

  test.each(['official', 'user-confirmed', 'external', 'unreviewed'])(
    'AK-116, AK-117, AK-119: a pack that claims to be %s is asked about like any other',
    (claim) => {
      expect(saidBy('trust', ungranted(packOf(`status: ready\ntrust: ${claim}`)))).toBe('ask approval-required')
    },
  )

  test('AK-143: naming a pack does not grant it', () => {
    expect(saidBy('trust', ungranted(packOf()), { activation: 'explicit' })).toBe('ask approval-required')
  })

  test('AK-112: an approval is no grant', () => {
    expect(
      decisionOn(ungranted(packOf('status: ready', { approvals: ['approval-required', 'approval-stale'] }))).verdict,
    ).toBe('ask')
  })

  test('it says how a person grants it', () => {
    expect(reasonOf('trust', ungranted(packOf())).change).toBe('A person can run "lorefence trust" on its folder.')
  })

  test.each([
    ['has changed', undefined, 'ask source-changed'],
    ['is gone', 'missing', 'ask source-missing'],
    ['cannot be used', 'unusable', 'ask source-unusable'],
  ] as const)('files wait for a granted entry that named them and %s', (_, lapsed, expected) => {
    const entry = { ref: 'manifest:harbor', found: { path: 'docs/knowledge.yaml' }, ...(lapsed ? { lapsed } : {}) }
    const { verdict, reasons } = waitingDecision(entry as CatalogEntry)
    expect(`${verdict} ${reasons[0]?.code}`).toBe(expected)
    expect(reasons[0]?.sentence).toContain('"docs/knowledge.yaml"')
  })
})
