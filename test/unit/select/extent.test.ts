import { describe, expect, test } from 'vitest'
import { readStructure } from '../../../src/formats/read-structure.ts'
import { indexText } from '../../../src/rank/text-index.ts'
import { loadLanguages, type Language } from '../../../src/text/lexicon/lexicon.ts'
import { askTexts, textSource } from '../../support/select-texts.ts'

await loadLanguages(['en', 'zh', 'ja', 'ko'])

const blocksOf = (text: string, language: Language): number =>
  indexText(text, readStructure(text, 'markdown', 0), language, (unit) => unit).blockSection.length

describe('sizes are counted in letters of an alphabet', () => {
  test.each([
    ['en', 'The battery of the kiosk lasts for hours. ', 2],
    ['zh', '售票机的电池可以连续使用很多个小时。', 6],
    ['ja', '券売機の電池は何時間も続けて使えます。', 4],
    ['ko', '매표기의 배터리는 오랫동안 쓸 수 있습니다. ', 4],
  ] as const)('a text of 1,900 characters in %s', (language, sentence, blocks) => {
    const text = sentence.repeat(Math.floor(1_900 / sentence.length))
    expect(blocksOf(text, language)).toBe(blocks)
  })

  test('a word that stands 700 Chinese characters away is no evidence for a place', async () => {
    const filler = '这里的说明与问题没有任何关系。'.repeat(47)
    const strengthOf = async (text: string): Promise<number> =>
      (await askTexts([textSource('a.md', text)], '售票机电池保修')).answer.strength
    const near = await strengthOf(`售票机的电池很大。保修两年。${filler}`)
    const far = await strengthOf(`售票机的电池很大。${filler}保修两年。`)
    expect(far).toBeLessThan(near * 0.75)
  })
})
