import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { disabledOmission, omissionOf } from '../../../src/govern/omission.ts'
import type { GateName, Verdict } from '../../../src/model/decisions/decision.ts'
import { omissionReasons, type OmissionCounts } from '../../../src/model/reading/read.ts'

test('the guide says of every reason what it means and what to do', () => {
  const guide = readFileSync(new URL('../../../docs/guide/read.md', import.meta.url), 'utf8')
  const section = guide.split('\n## What was left out\n')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `(?<reason>[a-z-]+)` \| (?<meaning>.+) \| (?<action>.+) \|$/gm)]
  expect(rows.map(({ groups }) => groups?.['reason'])).toEqual(omissionReasons)
})

test('a misspelled reason does not type-check', () => {
  const counts: OmissionCounts = { budget: 1 }
  // @ts-expect-error: the union is closed.
  expect([counts.budget, counts['bugdet']]).toEqual([1, undefined])
})

describe('what the gates do not allow', () => {
  const decision = (gate: GateName, verdict: Verdict, code: string) =>
    ({
      ref: 'pack:kiosk',
      verdict,
      reasons: [
        { gate: 'audience', verdict: 'allow', code: 'audience-unknown', sentence: 'Not this one.' },
        { gate, verdict, code, sentence: 'So it is.', change: 'Do this.' },
      ],
    }) as const

  test.each<readonly [GateName, Verdict, string, string]>([
    ['trust', 'ask', 'approval-required', 'ungranted'],
    ['trust', 'ask', 'approval-stale', 'changed'],
    ['status', 'deny', 'disabled', 'disabled'],
    ['status', 'ask', 'status-draft', 'ask'],
    ['access', 'deny', 'credential-missing', 'refused'],
  ])('%s %s %s is omitted as %s, with the code beside it', (gate, verdict, code, reason) => {
    expect(omissionOf(decision(gate, verdict, code))).toEqual({
      ref: 'pack:kiosk',
      reason,
      code,
      detail: 'So it is. Do this.',
    })
  })

  test('without a reason of that verdict the verdict alone counts', () => {
    expect(omissionOf({ ref: 'pack:kiosk', verdict: 'deny', reasons: [] })).toEqual({
      ref: 'pack:kiosk',
      reason: 'refused',
      detail: '',
    })
  })

  test('what was switched off names the command', () => {
    const detail = 'It is disabled. A person can run "lorefence enable pack:kiosk".'
    expect(disabledOmission('pack:kiosk')).toEqual({ ref: 'pack:kiosk', reason: 'disabled', detail })
  })
})
