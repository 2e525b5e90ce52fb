import type { PackRule } from '../../../rule.ts'

const enough = 40

export const descriptionWeak: PackRule = {
  codes: ['AK318'],
  needs: 'head',
  check({ head }, report) {
    const description = head.description?.trim() ?? ''
    if (description === '' || isEnough(description)) return
    const length = [...description].length
    report({
      code: 'AK318',
      message: `The description has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
      pointer: '/description',
    })
  },
}

/** A Chinese, Japanese or Korean character counts as three letters. */
function isEnough(text: string): boolean {
  // A character outside the basic plane is two UTF-16 units.
  if (text.length >= enough * 2 || (text.length >= enough && !/[\ud800-\udfff]/.test(text))) return true
  const characters = [...text]
  return characters.length + 2 * characters.filter((character) => dense.test(character)).length >= enough
}

const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
