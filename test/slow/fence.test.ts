import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fenceEvidence, fenceEntries } from '../../src/fence/fence.ts'
import { seal, unseal } from '../../src/fence/seal.ts'
import { fenceText, unfence } from '../../src/app/index.ts'
import { controlTokens, countOwnTags, markerLines } from '../support/fence-oracle.ts'
import { hostileText, seeded } from '../support/hostile-text.ts'
import { packOf } from '../support/fence-pack.ts'

const cases = 200_000

describe('for all content and all attributes', () => {
  test(
    `AK-191, AK-192, AK-194, AK-195: a strict parser finds exactly the envelope we made, a sloppy one no token of a template or a tool call in it, and its text is the original (${cases} cases)`,
    { timeout: 240_000 },
    () => {
      const below = seeded(20260506)
      for (let i = 0; i < cases; i++) {
        const text = hostileText(below, 4)
        const attributes =
          i % 8 === 0
            ? { name: hostileText(below, 3), [hostileText(below, 2)]: hostileText(below, 2) }
            : { name: 'kiosk' }
        const fenced = fenceText(text, attributes)
        const [found, ...more] = unfence(fenced)
        const right =
          found?.text === text &&
          more.length === 0 &&
          fenced.length === found.range.end &&
          sameAttributes(found.attributes, attributes)
        const head = i % 8 === 0 ? countOwnTags(fenced.slice(0, fenced.indexOf('\n'))) : 1
        const inside = countOwnTags(fenced.slice(fenced.indexOf('\n\n'), fenced.lastIndexOf('\n')))
        const foreign = [
          ...controlTokens(fenced),
          ...markerLines(fenced.slice(fenced.indexOf('\n\n') + 2, fenced.lastIndexOf('\n[end '))),
        ]
        if (!right || head !== 1 || inside !== 0 || foreign.length > 0)
          expect({ text, attributes, fenced, found, more: more.length, head, inside, foreign }).toBe('one envelope')
      }
    },
  )

  test(
    'AK-191, AK-197: packs, manifests and evidence with hostile paths, headings, warnings and texts stay apart (1,500 cases)',
    { timeout: 120_000 },
    () => {
      const below = seeded(7)
      for (let i = 0; i < 1500; i++) {
        const sections = Array.from({ length: 1 + below(3) }, () => ({
          path: hostileText(below, 2),
          headings: [hostileText(below, 2), hostileText(below, 1)],
          text: hostileText(below),
          gap: below(3) === 0,
        }))
        const warnings = below(2) === 0 ? [] : [hostileText(below, 3)]
        const [name, other, version, id, ref] = [
          hostileText(below, 2),
          hostileText(below, 2),
          hostileText(below, 1),
          hostileText(below, 1),
          hostileText(below, 1),
        ]
        const envelopes = (excerpts: typeof sections): string =>
          [
            fenceEntries([
              { pack: packOf({ name: 'a' }), excerpts, warnings },
              { pack: packOf({ name }), excerpts },
            ]),
            fenceEntries([{ name: other, attributes: { version }, units: [{ id, sections: excerpts }], warnings }]),
            fenceEvidence([{ ref, sections: excerpts, warnings, obligations: ['cite'] }]),
          ].join('\n')
        const all = envelopes(sections)
        const foreign = controlTokens(all)
        const markers =
          markerLines(all).length -
          markerLines(envelopes(sections.map((section) => ({ ...section, text: 'x' })))).length
        if (unfence(all).length !== 4 || countOwnTags(all) !== 8 || foreign.length > 0 || markers !== 0)
          expect({ all, found: unfence(all).length, tags: countOwnTags(all), foreign, markers }).toBe('four envelopes')
      }
    },
  )

  test('a changed envelope is not ours any more', () => {
    const below = seeded(11)
    for (let i = 0; i < 3000; i++) {
      const fenced = fenceText(`${hostileText(below)}x`, { name: 'kiosk' })
      const at = fenced.indexOf('\n') + 1 + below(fenced.lastIndexOf('\n[end ') - fenced.indexOf('\n'))
      const changed = `${fenced.slice(0, at)}${fenced[at] === 'x' ? 'y' : 'x'}${fenced.slice(at + 1)}`
      if (unfence(changed).length > 0) expect(changed).toBe('refused')
    }
  })
})

describe('sealing', () => {
  test('AK-195: is undone to the last unit, for any string of UTF-16 units', () => {
    const units = fc
      .array(
        fc.oneof(
          fc.integer({ min: 0, max: 0xffff }),
          fc.constantFrom(0x5c, 0x75, 0x7b, 0x7d, 0x3c, 0xd800, 0xdc00, 0x200d, 0xfe0f, 0x0d, 0x0a),
        ),
      )
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(units, (text) => unseal(seal(text)) === text),
      { numRuns: 5000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => unseal(seal(text)) === text),
      { numRuns: 5000 },
    )
  })

  test('leaves a sealed text alone but for its own escapes', () => {
    const below = seeded(3)
    for (let i = 0; i < 3000; i++) {
      const sealed = seal(hostileText(below)).replace(/\\u\{[0-9A-F]+\}/g, 'ж')
      expect(seal(sealed)).toBe(sealed)
    }
  })

  test('survives UTF-8: halves of characters and all', () => {
    const below = seeded(5)
    for (let i = 0; i < 3000; i++) {
      const text = hostileText(below)
      expect(unseal(Buffer.from(seal(text), 'utf8').toString('utf8'))).toBe(text)
    }
  })

  test.each([
    ['one line', 'a'.repeat(1_000_000)],
    ['brackets', '<'.repeat(1_000_000)],
    ['brackets and letters', '<k'.repeat(500_000)],
    ['ampersands', '&amp;'.repeat(200_000)],
    ['number signs', '&#'.repeat(500_000)],
    ['comments that never end', '<!--'.repeat(250_000)],
    ['tag characters', '\u{e0061}'.repeat(300_000)],
    ['spaces behind a bracket', `<${' '.repeat(1_000_000)}knowledge_pack`],
    ['closing tags', '</knowledge_pack>'.repeat(60_000)],
    ['digits', `&#${'0'.repeat(1_000_000)}60;/knowledge_pack`],
    ['nested tags', '<know'.repeat(200_000) + '>ledge_pack'.repeat(90_000)],
    ['letters behind an ampersand', `&${'a'.repeat(1_000_000)}`],
    ['markers', '[from '.repeat(160_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['spaced lines', ' \t'.repeat(500_000) + '['],
    ['square brackets', '['.repeat(1_000_000)],
    ['colons', ':'.repeat(1_000_000)],
    ['turns', 'Human:'.repeat(160_000)],
    ['turns on lines', '\nHuman:'.repeat(140_000)],
    ['bars', '<|'.repeat(500_000)],
    ['tokens', '<|a|>'.repeat(200_000)],
    ['tool calls', '<tool_call '.repeat(90_000)],
    ['names', `<${'tool_call_'.repeat(100_000)}>`],
    ['elements', '<tool>\n'.repeat(140_000)],
    ['wide brackets', '\uff3bfrom \n'.repeat(140_000)],
    ['brackets behind spaces', `${' '.repeat(500)}[from `.repeat(2_000)],
    ['references to brackets', '&#91;INST&#93;'.repeat(70_000)],
    ['unknown references', `<${'&foo;'.repeat(64)}>`.repeat(3_000)],
    ['names that all differ', Array.from({ length: 60_000 }, (_, i) => `<x-tool${i}-a b>`).join('')],
    ['names with blanks behind', `<tool_name>${' '.repeat(1_000_000)}</tool_name>`],
    ['empty elements that are none', '<user a="" '.repeat(90_000)],
    ['quotes before a marker', `${'> '.repeat(500_000)}[from x]`],
    ['marks before colons', '# '.repeat(250_000) + ':#'.repeat(250_000)],
    ['struck texts', '<s>a</s>'.repeat(120_000)],
    ['hidden names', `Hu<!--${' '.repeat(1_000_000)}-->man:`],
    ['odd brackets', ']~b'.repeat(330_000)],
  ])('a megabyte of %s is sealed and parsed in time that grows with it', { timeout: 60_000 }, (_, text) => {
    const [found] = unfence(fenceText(text, {}))
    expect(found?.text === text).toBe(true)
  })
})

function sameAttributes(found: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(given)
  return Object.keys(found).length === keys.length && keys.every((key) => found[key] === given[key])
}
