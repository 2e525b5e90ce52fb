import { describe, expect, test } from 'vitest'
import { findFenceTags } from '../../../src/text/markup/find-markup.ts'

const names = [
  'knowledge_pack',
  'knowledge_manifest',
  'knowledge_evidence',
  'knowledge_resources',
  'available_knowledge_packs',
]
const isFound = (text: string): boolean => findFenceTags(text).length > 0

describe('AK-192: no character of Unicode hides a tag', () => {
  test('whatever a normal form turns into letters or a bracket is read as such', { timeout: 30_000 }, () => {
    const missed: string[] = []
    for (let code = 0x80; code < 0x110000; code++) {
      if (code === 0xd800) code = 0xe000
      const character = String.fromCodePoint(code)
      for (const form of new Set([
        character.normalize('NFKC').toLowerCase(),
        character.normalize('NFKD').toLowerCase(),
      ])) {
        if (form === '<' && !isFound(`${character}/knowledge_pack`)) missed.push(`U+${code.toString(16)} for <`)
        if (form === '&' && !isFound(`${character}lt;knowledge_pack`)) missed.push(`U+${code.toString(16)} for &`)
        if (!/^[a-z]+$/.test(form)) continue
        for (const name of names) {
          const at = name.indexOf(form)
          if (at >= 0 && !isFound(`<${name.slice(0, at)}${character}${name.slice(at + form.length)}`))
            missed.push(`U+${code.toString(16)} for ${form}`)
        }
      }
    }
    expect(missed).toEqual([])
  })

  test('whatever has no shape, and every space and mark, is read over', { timeout: 30_000 }, () => {
    const missed: string[] = []
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code)
      if (
        /^[\p{Default_Ignorable_Code_Point}\p{C}\p{M}\p{Z}]$/u.test(character) &&
        !/^\p{Cn}|\p{Co}$/u.test(character) &&
        !isFound(`</know${character}ledge_pack>`)
      )
        missed.push(`U+${code.toString(16)}`)
    }
    expect(missed).toEqual([])
  })
})

describe('what is no tag of ours', () => {
  test.each([
    '<div>knowledge pack</div>',
    'a < b && c > knowledge_pack',
    'Map<KnowledgeBase>',
    '<knowledge>',
    '&lt;div&gt;',
    'knowledge_pack',
    'x &amp; y',
    '<b>a</b> knowledge_pack',
    '1 < 2, knowledge_pack',
  ])('%s', (text) => {
    expect(findFenceTags(text)).toEqual([])
  })
})

test('the place is that of the bracket or of the reference that stands for it', () => {
  expect(findFenceTags('a <b> </knowledge_pack> &amp;lt;/knowledge_pack')).toEqual([6, 24])
})

test('what the text that follows could complete counts when it is asked for', () => {
  expect(findFenceTags('a < b <know', { pending: true })).toEqual([6])
  expect(findFenceTags('a < b <know')).toEqual([])
})
