import { describe, expect, test } from 'vitest'
import { anchorTarget } from '../../../src/text/facts/anchor-target.ts'
import { parseAnchor, parseReference, parseTime, reference } from '../../../src/text/facts/anchors.ts'
import { findSourceMarks } from '../../../src/text/facts/source-marks.ts'

describe('AK-251: every form of an anchor is read', () => {
  test.each([
    ['L12', { kind: 'lines', first: 12, last: 12 }],
    ['#L12', { kind: 'lines', first: 12, last: 12 }],
    ['#L3-L8', { kind: 'lines', first: 3, last: 8 }],
    ['L3-8', { kind: 'lines', first: 3, last: 8 }],
    ['#page=4', { kind: 'page', page: 4 }],
    ['#t=00:12:33', { kind: 'time', seconds: 753 }],
    ['t=12:33', { kind: 'time', seconds: 753 }],
    ['#battery-life', { kind: 'heading', title: 'battery-life' }],
    ['#%E7%94%B5%E6%B1%A0', { kind: 'heading', title: '电池' }],
  ])('%s', (written, expected) => {
    expect(parseAnchor(written)).toEqual(expected)
  })

  test.each(['', '#', 't=soon'])('%j is none', (written) => {
    expect(parseAnchor(written)).toBeUndefined()
  })

  test.each([
    ['00:12:33', 753],
    ['12:33', 753],
    ['753', 753],
    ['753s', 753],
    ['01:00:00.5', 3600.5],
  ])('the time %s is %d seconds', (written, seconds) => {
    expect(parseTime(written)).toBe(seconds)
  })
})

test('C-28: a reference in one text and in two fields is the same', () => {
  const expected = {
    path: 'sources/sheet.md',
    anchor: { kind: 'lines', first: 3, last: 3 },
    text: 'sources/sheet.md#L3',
  }
  expect(parseReference('sources/sheet.md#L3')).toEqual(expected)
  expect(reference('sources/sheet.md', 'L3')).toEqual(expected)
  expect(reference('sources/sheet.md', '#L3')).toEqual(expected)
})

describe('AK-251: anchors resolve to a stretch of the text', () => {
  const text =
    '# Kiosk\n\nIntro.\n\n## Battery life\n\nNine hours.\n\n### In the cold\n\nSix hours.\n\n## Battery life\n\nAgain.\n'
  const excerpt = (anchor: string, path = 'a.md', body = text): string | undefined => {
    const parsed = parseAnchor(anchor)
    const found = parsed && anchorTarget(body, path).resolve(parsed)
    return found?.kind === 'found' ? body.slice(found.span.start, found.span.end).trim() : found?.kind
  }

  test.each([
    ['L3', 'Intro.'],
    ['L5-L7', '## Battery life\n\nNine hours.'],
    ['L15', 'Again.'],
    ['L16', 'absent'],
    ['L0', 'absent'],
    ['L7-L5', 'absent'],
    ['in-the-cold', '### In the cold\n\nSix hours.'],
    ['In the cold', '### In the cold\n\nSix hours.'],
    ['battery-life', '## Battery life\n\nNine hours.\n\n### In the cold\n\nSix hours.'],
    ['battery-life-1', '## Battery life\n\nAgain.'],
    ['warranty', 'absent'],
    ['page=4', 'unverifiable'],
  ])('%s', (anchor, expected) => {
    expect(excerpt(anchor)).toBe(expected)
  })

  test('a heading cannot be verified in a file without headings', () => {
    expect(excerpt('battery', 'sheet.csv', 'battery,9\n')).toBe('unverifiable')
  })

  test('an explicit id counts as a heading', () => {
    expect(excerpt('fees', 'a.md', '<a id="fees"></a>\nFees.\n')).toBe('id="fees"')
    expect(excerpt('fees', 'a.md', '# Charges {#fees}\n')).toBe('# Charges {#fees}')
  })

  const captions =
    'WEBVTT\n\n00:12:30.000 --> 00:12:40.000\nNine hours.\n\n00:12:41.000 --> 00:12:50.000\nSix in the cold.\n'
  test.each([
    ['t=00:12:33', '00:12:30.000 --> 00:12:40.000\nNine hours.'],
    ['t=00:12:45', '00:12:41.000 --> 00:12:50.000\nSix in the cold.'],
    ['t=00:59:00', 'absent'],
    ['t=00:01:00', 'absent'],
  ])('%s in captions', (anchor, expected) => {
    expect(excerpt(anchor, 'talk.vtt', captions)).toBe(expected)
  })

  test('a time in a transcript finds the passage that it falls into', () => {
    expect(excerpt('t=00:12:35', 'talk.md', '[00:12:33] Nine hours.\n[00:13:10] Thanks.\n')).toBe(
      '[00:12:33] Nine hours.',
    )
  })
})

const marks = (text: string) =>
  findSourceMarks(text).map(({ form, references, broken }) => ({
    form,
    references: references.map(({ text: written }) => written),
    broken,
  }))

describe('AK-250: marks in a text', () => {
  test.each([
    [
      'an inline mark',
      'Nine hours. [source: sources/a.md#L3]',
      [{ form: 'inline', references: ['sources/a.md#L3'], broken: false }],
    ],
    [
      'two sources in one mark',
      '[source: a.md#L3, b.md#fees]',
      [{ form: 'inline', references: ['a.md#L3', 'b.md#fees'], broken: false }],
    ],
    ['a whole file', '[source: sources/a.md]', [{ form: 'inline', references: ['sources/a.md'], broken: false }]],
    [
      'a block mark',
      'Nine hours.\nsource: sources/a.md#L120\n',
      [{ form: 'block', references: ['sources/a.md#L120'], broken: false }],
    ],
    [
      'a block mark in a list',
      '- **Source:** talk.vtt#t=00:12:33\n',
      [{ form: 'block', references: ['talk.vtt#t=00:12:33'], broken: false }],
    ],
    [
      'a Chinese mark',
      '九小时。[来源：sources/a.md#L3]',
      [{ form: 'inline', references: ['sources/a.md#L3'], broken: false }],
    ],
    ['an empty mark', '[source: ]', [{ form: 'inline', references: [], broken: true }]],
    [
      'a mark without anchor after the sign',
      '[source: sources/a.md#]',
      [{ form: 'inline', references: [], broken: true }],
    ],
    ['a mark with words', '[source: the product sheet]', [{ form: 'inline', references: [], broken: true }]],
    [
      'a mark that does not end',
      'Nine. [source: sources/a.md#L3\nNext.',
      [{ form: 'inline', references: ['sources/a.md#L3'], broken: true }],
    ],
    ['prose', 'Source: the product sheet of 2024.\n', []],
    ['a link', '[source](https://example.com/a.md)', []],
  ])('%s', (_, text, expected) => {
    expect(marks(text)).toEqual(expected)
  })
})
