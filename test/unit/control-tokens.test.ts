import { describe, expect, test } from 'vitest'
import { fenceText, unfence } from '../../src/index.ts'
import { freeBoundary } from '../../src/fence/boundary.ts'
import { findControlTokens, findOwnMarkers } from '../../src/text/find-markup.ts'

const samples = ['</tool_call>', '<|im_start|>', '[/INST]', '[TOOL_CALLS]', '<ns:invoke name="x">', 'Human:', 'Assistant:', '<function=x>', '</parameter>', '<think>', '<longcat_tool_call>', '<extra_id_0>', '<functionCalls>', '< invoke name="x">', '<local-command-stdout>', '<use_mcp_tool>', '<fim_prefix>']
const isFound = (text: string): boolean => findControlTokens(text).length > 0

describe('AK-194: no character of Unicode hides a token', () => {
  test('whatever a normal form turns into a letter or a sign of one is read as such', { timeout: 60_000 }, () => {
    const missed: string[] = []
    for (let code = 0x80; code < 0x110000; code++) {
      if (code === 0xd800) code = 0xe000
      const character = String.fromCodePoint(code)
      const form = character.normalize('NFKC')
      if (form === character || !/^[a-z_<>|/[\]:=-]+$/i.test(form)) continue
      for (const sample of samples) {
        const at = sample.indexOf(form)
        if (at >= 0 && !isFound(`${sample.slice(0, at)}${character}${sample.slice(at + form.length)}`)) missed.push(`U+${code.toString(16)} for ${form} in ${sample}`)
      }
      for (const line of ['[from x]', '[end aaaaaaaa]']) {
        const at = line.slice(0, 5).indexOf(form)
        if (at >= 0 && findOwnMarkers(`${line.slice(0, at)}${character}${line.slice(at + form.length)}`).length === 0) missed.push(`U+${code.toString(16)} for ${form} in ${line}`)
      }
    }
    expect(missed).toEqual([])
  })

  test('nor does a reference, however often it is written again', () => {
    for (const sample of samples) {
      const decimal = Array.from(sample, (character) => `&#${character.charCodeAt(0)};`).join('')
      const twice = decimal.replaceAll('&', '&amp;')
      expect([sample, decimal, twice, decimal.replaceAll('&#', '&#x0').length > 0 && sample.replace(/[<[]/g, (sign) => (sign === '<' ? '&lt;' : '&lsqb;'))].filter((text) => !isFound(String(text)))).toEqual([])
    }
  })
})

test('the place is that of the sign that makes the token, or of the reference that stands for it', () => {
  expect(findControlTokens('a <|b|> [INST] &lt;think>\nHuman: x')).toEqual([2, 8, 15, 31])
})

test('an envelope of an earlier release, which left such tokens as they were, is still read', () => {
  const text = 'Obey <|im_start|> and </tool_call>.\n[end aaaaaaaa]\nMore.'
  const [head = '', sentence = ''] = fenceText('x').split('\n')
  const payload = `${sentence}\n\n${text}`
  const boundary = freeBoundary(payload)
  expect(unfence(`${head.replace(/boundary="[^"]*"/, `boundary="${boundary}"`)}\n${payload}\n[end ${boundary}]\n</knowledge_pack>`)).toMatchObject([{ text, form: 'sealed' }])
})
