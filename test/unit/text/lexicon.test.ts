import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isFunctionWord, type Language, loadLanguages, terms, typedWords } from '../../../src/text/lexicon/lexicon.ts'

const typed = (text: string, language: Language, task?: Language): Record<string, readonly string[]> =>
  Object.fromEntries(typedWords(text, language, task).map((word) => [word.typed, word.terms]))

beforeAll(() => loadLanguages(['de', 'fr', 'vi']))

describe('identifiers are found by their parts and as a whole', () => {
  test.each(['getUserName', 'get_user_name', 'get-user-name', 'get.user.name'])('%s', (name) => {
    expect(terms(name, 'en')).toEqual(['get', 'user', 'name', 'getusernam'])
  })
  test('capitals at the beginning are a part, a plural is none', () => {
    expect(terms('HTTPServer APIs', 'en')).toEqual(['http', 'server', 'httpserver', 'api'])
  })
  test('a compound of prose is looked up by its parts, and as a whole where a part says nothing', () => {
    expect(typed('long-term e-mail', 'en')).toEqual({ 'long-term': ['long', 'term'], 'e-mail': ['mail', 'email'] })
  })
})

describe('codes', () => {
  test.each([['HK-2'], ['HK2']])('%s is looked up as a whole and found by its parts', (code) => {
    expect(terms(code, 'en')).toEqual(['hk2', 'hk', '2'])
    expect(typed(code, 'en')).toEqual({ [code]: ['hk2'] })
  })
  test('a long part of a code tells something by itself', () => {
    expect(typed('COVID-19', 'en')).toEqual({ 'COVID-19': ['covid19', 'covid'] })
  })
  test('a code may stand apart from its number', () => {
    expect(typed('see RFC 7231.', 'en')).toEqual({ see: ['see'], 'RFC 7231': ['rfc7231', 'rfc', '7231'] })
    expect(terms('RFC7231', 'en')).toEqual(terms('RFC-7231', 'en'))
  })
  test('a name in capitals is no function word', () => {
    expect(typed('Who leads the WHO in the US?', 'en')).toEqual({ leads: ['lead'], WHO: ['WHO'], US: ['US'] })
    expect(typed('WHO LEADS IT?', 'en')).toEqual({ LEADS: ['lead'] })
    expect(typed('WHO', 'en')).toEqual({ WHO: ['WHO'] })
  })
})

describe('numbers', () => {
  test.each([
    ['1,000,000.50', 'en', ['1000000.50', '1000000']],
    ['1.000.000,50', 'de', ['1000000.50', '1000000']],
    ['10 000', 'fr', ['10000']],
    ['3,5', 'en', ['3', '5']],
    ['3,5', 'de', ['3.5', '3']],
    ['v1.2.3', 'en', ['1.2.3', '1', '1.2']],
    ['10GB', 'en', ['10', 'gb']],
    ['3D', 'en', ['3d', '3']],
    ['-20 °C', 'en', ['minu', '20', 'degre', 'celsiu']],
    ['٣٥', 'en', ['35']],
    ['2026-02-28', 'en', ['2026', '02', '28', '2026-02-28']],
  ] as const)('%s in %s', (written, language, expected) => expect(terms(written, language)).toEqual(expected))
})

describe('scripts without spaces', () => {
  test('Chinese is looked up by pairs, without function words, and found by single characters too', () => {
    expect(typed('水泵的价格是多少？', 'zh')).toEqual({ 水泵: ['水泵'], 价格: ['价格'] })
    expect(terms('水泵', 'zh')).toEqual(['水泵', '水', '泵'])
  })
  test('a word that holds a function word stays whole', () =>
    expect(typed('首都在哪里', 'zh')).toEqual({ 首都: ['首都'] }))
  test('Japanese endings and particles are left out', () => {
    expect(typed('ポンプの価格はいくらですか？', 'ja')).toEqual({ ポンプ: ['ポンプ'], 価格: ['価格'] })
    expect(typed('りんごを食べました', 'ja')).toEqual({ りんご: ['りんご'], 食: ['食'] })
  })
  test('Korean particles are left out', () => {
    expect(typed('펌프의 가격은 얼마입니까?', 'ko')).toEqual({ 펌프의: ['펌프'], 가격은: ['가격'] })
  })
  test('Thai question words are left out', () => expect(typed('ราคาเท่าไร', 'th')).toEqual({ ราคา: ['ราค', 'าคา'] }))
  test('Vietnamese is looked up by pairs of syllables', () => {
    expect(Object.keys(typed('Giá của máy bơm nước là bao nhiêu?', 'vi'))).toEqual(['Giá', 'máy bơm nước'])
    expect(typed('máy bơm', 'vi')['máy bơm']).toHaveLength(1)
  })
  test('English among them is stemmed', () =>
    expect(terms('安装 containers', 'zh')).toEqual(['安装', '安', '装', 'contain']))
})

test('a task in another language than the documents loses its own function words', () => {
  expect(typed('How many pumps?', 'de', 'en')).toEqual({ pumps: ['pumps'] })
  expect(Object.keys(typed('How many pumps?', 'de'))).toEqual(['How', 'many', 'pumps'])
})

test('a name in capitals is looked up as documents of another language have it', () => {
  expect(typed('the US', 'de', 'en')).toEqual({ US: terms('US', 'de') })
})

test('function words are looked up where there is nothing else', () => {
  expect(Object.keys(typed('Who are you?', 'en'))).toEqual(['Who', 'are', 'you'])
})

test('words of everyday tasks are content', () => {
  for (const word of ['cost', 'price', 'run', 'time', 'year', 'use', 'make', 'need'])
    expect(isFunctionWord(word, 'en')).toBe(false)
})

test('an unknown language has folded words, no stems and no function words', () => {
  expect(terms('The Café runs', 'und')).toEqual(['the', 'cafe', 'runs'])
})

test('keys and Base64 are skipped', () => expect(terms(`key ${'aB3'.repeat(40)} end`, 'en')).toEqual(['kei', 'end']))

test('a language must be loaded before it is used', async () => {
  vi.resetModules()
  const fresh = await import('../../../src/text/lexicon/lexicon.ts')
  expect(() => fresh.terms('a', 'sv')).toThrow('before it is loaded')
})
