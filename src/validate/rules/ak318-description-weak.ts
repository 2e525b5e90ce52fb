import type { PackRule } from '../rule.ts'

const enough = 40

export const descriptionWeak: PackRule = {
  codes: ['AK318'],
  needs: 'head',
  check({ head }, report) {
    const description = head.description?.trim() ?? ''
    const weight = description.length > enough * 2 ? enough : weightOf(description)
    if (description === '' || weight >= enough) return
    const length = [...description].length
    report({ code: 'AK318', message: `The description has only ${length} ${length === 1 ? 'character' : 'characters'}.`, pointer: '/description' })
  },
}

/** A Chinese, Japanese or Korean character says about as much as three letters. */
function weightOf(text: string): number {
  let weight = 0
  for (const character of text) weight += /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(character) ? 3 : 1
  return weight
}
