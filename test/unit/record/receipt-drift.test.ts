import { describe, expect, test } from 'vitest'
import type { Receipt, ReceiptSpan } from '../../../src/model/records/receipt.ts'
import { diffReceipts } from '../../../src/record/diff.ts'
import { releaseDrift, spanDrift } from '../../../src/record/drift.ts'
import { digest } from '../../../src/text/bytes/digest.ts'

const text = '# Battery\n\nNine hours. Six in the cold.\n\n# Screen\n\nCovered for 24 months.\n'
const spanOf = (quoted: string, source = text): ReceiptSpan => {
  const start = source.indexOf(quoted)
  return {
    ref: 'pack:kiosk',
    path: 'compiled/facts.md',
    start,
    end: start + quoted.length,
    fileDigest: digest(source),
    spanDigest: digest(quoted),
  }
}
const spans = [spanOf('Nine hours.'), spanOf('Covered for 24 months.')]
const driftAfter = (now: string | undefined): readonly string[] =>
  spanDrift(spans, () => (now === undefined ? undefined : { text: now, fileDigest: digest(now) })).map((drift) =>
    'start' in drift ? `${drift.what} ${drift.start}` : drift.what,
  )

describe('what became of the spans of a receipt', () => {
  test.each([
    ['nothing changed', text, []],
    ['one byte of one span', text.replace('24', '12'), ['file-changed', 'span-changed 51']],
    [
      'something outside the spans',
      text.replace('Six in the cold', 'Ten in the noon sun'),
      ['file-changed', 'span-moved 51'],
    ],
    ['a byte outside the spans, of the same length', text.replace('Six', 'Ten'), ['file-changed']],
    ['text put before them', `New.\n\n${text}`, ['file-changed', 'span-moved 11', 'span-moved 51']],
    ['the file is gone', undefined, ['file-gone']],
  ])('%s', (_name, now, expected) => {
    expect(driftAfter(now)).toEqual(expected)
  })

  test('the parts of a span with gaps are compared as they were shown', () => {
    const parts = {
      ...spanOf('Nine hours.'),
      stretches: [
        { start: 11, end: 22 },
        { start: 51, end: 73 },
      ],
      spanDigest: digest('Nine hours.\n[…]\nCovered for 24 months.'),
    }
    const now = text.replace('Six', 'Ten')
    expect(spanDrift([parts], () => ({ text: now, fileDigest: digest(now) })).map(({ what }) => what)).toEqual([
      'file-changed',
    ])
  })
})

const receipt: Receipt = {
  id: 'r-1',
  time: '2026-05-06T09:10:00.000Z',
  task: 'battery',
  requester: { role: 'support' },
  budget: 2000,
  tokenizer: 'o200k_base',
  version: '0.1.0',
  decisions: [{ ref: 'pack:kiosk', verdict: 'allow', reasons: [] }],
  spans,
  fencedDigest: digest('a'),
  proof: '',
  link: '',
}

describe('the difference of two receipts', () => {
  test('none, for the same release at another time', () => {
    expect(diffReceipts(receipt, { ...receipt })).toMatchObject({ same: true, fenced: 'same' })
  })

  test('names spans that were added, removed, changed and moved', () => {
    const [battery, screen] = spans as [ReceiptSpan, ReceiptSpan]
    const added = { ...spanOf('Six in the cold.'), path: 'wiki/cold.md' }
    const after = { ...receipt, fencedDigest: digest('b'), spans: [{ ...battery, start: 20, end: 31 }, added] }
    const { spans: found, same } = diffReceipts(receipt, after)
    expect(same).toBe(false)
    expect([
      found.added.map(({ path }) => path),
      found.removed.map(({ start }) => start),
      found.moved.map(({ before, after: now }) => [before.start, now.start]),
    ]).toEqual([['wiki/cold.md'], [screen.start], [[11, 20]]])
    const edited = diffReceipts(receipt, {
      ...receipt,
      fencedDigest: digest('b'),
      spans: [battery, { ...screen, spanDigest: digest('Covered for 12 months.') }],
    })
    expect(edited.spans.changed.map(({ before }) => before.start)).toEqual([screen.start])
  })

  test('names decisions, facts of the requester and the budget', () => {
    const found = diffReceipts(receipt, {
      ...receipt,
      requester: { role: 'auditor' },
      budget: 600,
      decisions: [
        {
          ref: 'pack:kiosk',
          verdict: 'ask',
          reasons: [{ gate: 'status', verdict: 'ask', code: 'status-disputed', sentence: '' }],
        },
      ],
    })
    expect(found.decisions).toEqual([{ ref: 'pack:kiosk', before: 'allow', after: 'ask status-disputed' }])
    expect(found.requester).toEqual([{ name: 'role', before: 'support', after: 'auditor' }])
    expect(found.request).toEqual([{ name: 'budget', before: 2000, after: 600 }])
  })

  test('where only our own wrapper differs, that is said', () => {
    expect(releaseDrift(receipt, { ...receipt, fencedDigest: digest('b') }, [])).toEqual([{ what: 'wrapper' }])
  })

  test('another version is named', () => {
    expect(releaseDrift(receipt, { ...receipt, version: '0.2.0', fencedDigest: digest('b') }, [])).toEqual([
      { what: 'request', name: 'version', before: '0.1.0', after: '0.2.0' },
    ])
  })
})

test('where a text changed, entries that were asked about only before or only now are no drift of their own', () => {
  const [named] = spanDrift(spans, () => undefined)
  const after = {
    ...receipt,
    fencedDigest: digest('b'),
    decisions: [...receipt.decisions, { ref: 'unit:harbor/overview', verdict: 'allow' as const, reasons: [] }],
  }
  expect(releaseDrift(receipt, after, [])).toEqual([{ what: 'decision', ref: 'unit:harbor/overview', after: 'allow' }])
  expect(releaseDrift(receipt, after, named ? [named] : [])).toEqual([])
})
