import { describe, expect, test } from 'vitest'
import { packWorld, type TestPack } from '../../support/read-packs.ts'

const claim = (id: string, text: string, status: string, more: object = {}): object => ({
  claim_id: id,
  text,
  status,
  source: { path: 'sources/sheet.md', anchor: 'L3' },
  compiled_into: ['compiled/facts.md'],
  ...more,
})
const map = (claims: readonly object[], sections: readonly object[] = []): string =>
  JSON.stringify({ claims, document_sections: sections })
const facts =
  '# Facts\n\n## Battery\n\n- The battery of the kiosk lasts nine hours.\n- The battery of the kiosk weighs 2 kg.\n'
const task = 'battery hours and weight in kg of the kiosk'
const kiosk = (
  grounding: string | undefined,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, TestPack>> => ({ kiosk: { fields: { grounding }, files } })

describe('grounding', () => {
  test('AK-245: none expects no citations', async () => {
    const { read } = await packWorld(kiosk('none', { 'compiled/facts.md': facts }))
    const { citationGaps, warnings } = await read(task)
    expect([citationGaps, warnings]).toEqual([[], []])
  })

  test('AK-246: recommended lists the anchor of one fact and an info for the other', async () => {
    const { read } = await packWorld(
      kiosk('recommended', {
        'compiled/facts.md': facts,
        'indexes/source-map.json': map([claim('c1', 'The battery of the kiosk lasts nine hours.', 'confirmed')]),
      }),
    )
    const { excerpts, citationGaps, warnings } = await read(task)
    expect(excerpts.flatMap(({ citations }) => citations)).toEqual(['sources/sheet.md#L3'])
    expect(citationGaps).toEqual([
      { ref: 'pack:kiosk', path: 'compiled/facts.md', section: 'battery', facts: 1, severity: 'info' },
    ])
    expect(warnings.map(({ name, severity }) => [name, severity])).toEqual([['citation-gap', 'info']])
  })

  test('AK-247: required names the section without anchors', async () => {
    const { read } = await packWorld(kiosk('required', { 'compiled/facts.md': facts }))
    const { citationGaps, warnings } = await read(task)
    expect(citationGaps).toEqual([
      { ref: 'pack:kiosk', path: 'compiled/facts.md', section: 'battery', facts: 2, severity: 'warning' },
    ])
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'AK808',
        severity: 'warning',
        message: 'compiled/facts.md#battery states 2 facts without a source.',
      }),
    )
  })

  test.each([
    ['required', true],
    ['none', false],
    [undefined, false],
  ])('AK-248: with %s the rules of citing stand in the fence: %s', async (grounding, stands) => {
    const { read } = await packWorld(kiosk(grounding, { 'compiled/facts.md': facts }))
    const { fenced } = await read(task)
    for (const statement of [
      'answer only from this content and allowed tools',
      'not from memory',
      'mark what is missing as unknown',
      'cite paths',
    ])
      expect(fenced.includes(statement)).toBe(stands)
  })

  test('AK-250: an inline mark is a citation, a broken one is none', async () => {
    const { read } = await packWorld(
      kiosk('required', {
        'compiled/facts.md':
          '# Battery\n\n- The battery of the kiosk lasts nine hours. [source: sources/a.md#L3]\n- The battery of the kiosk weighs 2 kg. [source: ]\n',
      }),
    )
    const { excerpts, citationGaps } = await read(task)
    expect(excerpts.flatMap(({ citations }) => citations)).toEqual(['sources/a.md#L3'])
    expect(citationGaps).toMatchObject([{ facts: 1 }])
  })

  test('AK-257: a split brings the anchors of the document section it was made from', async () => {
    const sections = [
      {
        document: 'documents/brief.md',
        section_id: 'battery',
        title: 'Battery',
        source_anchors: ['sources/sheet.md#L9'],
        compiled_into: ['compiled/splits/brief/battery.md'],
      },
    ]
    const { read } = await packWorld(
      kiosk('required', {
        'compiled/splits/brief/battery.md': '# Battery\n\nThe battery of the kiosk lasts nine hours.\n',
        'indexes/source-map.json': map([], sections),
      }),
    )
    const { excerpts, citationGaps } = await read('battery hours of the kiosk')
    expect(excerpts[0]?.citations).toEqual(['sources/sheet.md#L9'])
    expect(citationGaps).toEqual([])
  })
})

describe('what is known about the claims behind an excerpt', () => {
  test('AK-161: stale, disputed and missing ones are warnings with path and id, in the fence too', async () => {
    const claims = [
      claim('c-stale', 'The battery of the kiosk lasts nine hours.', 'stale'),
      claim('c-disputed', 'The battery of the kiosk weighs 2 kg.', 'disputed'),
      claim('c-missing', 'Nobody wrote this down.', 'missing'),
      claim('c-fine', 'The battery of the kiosk lasts nine hours.', 'confirmed'),
    ]
    const { read } = await packWorld(
      kiosk('none', { 'compiled/facts.md': facts, 'indexes/source-map.json': map(claims) }),
    )
    const { warnings, fenced } = await read(task)
    expect(warnings.map(({ severity, where, message }) => [severity, where.file, message])).toEqual([
      ['warning', '.agents/knowledge/kiosk/compiled/facts.md', 'The claim "c-stale" for compiled/facts.md is stale.'],
      [
        'warning',
        '.agents/knowledge/kiosk/compiled/facts.md',
        'The claim "c-missing" for compiled/facts.md has no source.',
      ],
      [
        'warning',
        '.agents/knowledge/kiosk/compiled/facts.md',
        'The claim "c-disputed" in compiled/facts.md is disputed, so its text is withheld.',
      ],
    ])
    expect(fenced).toContain('warnings: The claim "c-stale" for compiled/facts.md is stale.')
  })

  test('a stale claim about another part of the file is not held against this one', async () => {
    const { read } = await packWorld(
      kiosk('none', {
        'compiled/facts.md': `${facts}\n## Screen\n\n- The screen has 21 inches.\n`,
        'indexes/source-map.json': map([claim('c1', 'The screen has 21 inches.', 'stale')]),
      }),
    )
    expect((await read(task)).warnings).toEqual([])
  })

  test('a claim that the file itself records as disputed is a warning', async () => {
    const { read } = await packWorld(
      kiosk('none', {
        'compiled/facts.md':
          '# Battery\n\nclaim: The battery of the kiosk lasts nine hours.\nstatus: disputed\nsource: sources/sheet.md#L3\nupdated: 2026-02-01\n',
      }),
    )
    expect((await read('battery hours of the kiosk')).warnings.map(({ name }) => name)).toEqual(['claim-unsettled'])
  })

  test('the newest compile run speaks, an older one does not', async () => {
    const run = (status: string, more: object = {}): string =>
      JSON.stringify({ run_id: 'x', trigger: 'manual', status, inputs: [], outputs: [], ...more })
    const older = { 'runs/compile-2026-01-01T09-30-00Z.json': run('failed') }
    const warned = run('passed', {
      diagnostics: [
        { severity: 'warning', path: 'compiled/facts.md', message: 'unsure' },
        { severity: 'warning', path: 'compiled/other.md', message: 'unsure' },
      ],
    })
    const { read } = await packWorld(
      kiosk('none', { 'compiled/facts.md': facts, ...older, 'runs/compile-2026-03-02T09-30-00Z.json': warned }),
    )
    expect((await read(task)).warnings.map(({ message }) => message)).toEqual([
      'The newest compile run has 1 warning on compiled/facts.md.',
    ])
  })

  test('DESIGN §1: an open question that the pack declares is missing, by its place and not by its words', async () => {
    const { read } = await packWorld(
      kiosk('none', {
        'compiled/facts.md': `${facts}\n## Open questions\n\n- Does the battery of the kiosk last nine hours in frost? PELICAN\n`,
      }),
    )
    const { missing } = await read('Does the battery of the kiosk last nine hours?')
    expect(missing).toContain('pack:kiosk lists an open question on this: compiled/facts.md#open-questions.')
    expect(missing.join(' ')).not.toContain('PELICAN')
  })
})
