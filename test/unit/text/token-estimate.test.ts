import { readFileSync, readdirSync } from 'node:fs'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../../src/text/tokens/token-estimate.ts'

const ratio = (text: string): number => estimateTokens(text) / countTokens(text)

test('the pages of the project are estimated within a quarter of o200k', () => {
  const pages = readdirSync('docs/diagnostics').filter((name) => name.endsWith('.md'))
  const text = pages.map((name) => readFileSync(`docs/diagnostics/${name}`, 'utf8')).join('\n')
  expect(ratio(text)).toBeGreaterThan(0.8)
  expect(ratio(text)).toBeLessThan(1.25)
})

test('code is estimated within a quarter of o200k', () => {
  const text = readFileSync('src/parse/yaml/yaml.ts', 'utf8')
  expect(ratio(text)).toBeGreaterThan(0.8)
  expect(ratio(text)).toBeLessThan(1.25)
})

test.each([
  [
    'English',
    'The warranty of a harbor kiosk runs for twenty-four months from the day of delivery. If the printer jams, open the front cover, take the paper out and press reset; call the engineer on duty when the screen stays dark.',
  ],
  [
    'Chinese',
    '港口自助终端的保修期为二十四个月，从交付之日起计算。如果终端在保修期内出现故障，请联系值班工程师，并提供序列号和故障代码。打印机卡纸是最常见的问题：先打开前盖，取出纸张，再按复位键。',
  ],
  [
    'Japanese',
    '保証期間は納品日から二十四か月です。故障した場合は、シリアル番号とエラーコードを添えて当番の技術者に連絡してください。',
  ],
  [
    'German',
    'Die Gewährleistungsfrist beträgt vierundzwanzig Monate ab Lieferung. Bei Störungen benachrichtigen Sie bitte den diensthabenden Techniker.',
  ],
])('%s is estimated within a quarter of o200k', (_, text) => {
  expect(ratio(text)).toBeGreaterThan(0.8)
  expect(ratio(text)).toBeLessThan(1.25)
})

test('Base64 is not taken for words', () => {
  const text = Buffer.from(Uint8Array.from({ length: 1500 }, (_, i) => (i * 7919 + i * i) % 251)).toString('base64')
  expect(ratio(text)).toBeGreaterThan(0.8)
  expect(ratio(text)).toBeLessThan(1.25)
})

test('a run without a break, on which merging is quadratic, is estimated all the same', () => {
  expect(estimateTokens('a'.repeat(1_000_000))).toBe(249_999)
})

test('an empty text has no tokens', () => {
  expect(estimateTokens('')).toBe(0)
})

test('a text is estimated alone, whatever was estimated before it', () => {
  const text = 'The warranty of item B17 ends'
  const before = estimateTokens(text)
  estimateTokens('x'.repeat(10_000))
  expect(before).toBe(7)
  expect(estimateTokens(text)).toBe(before)
})
