import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const suffixes = endings('ויות יות ות ים יה ה', 3)
const final: ReadonlyMap<string, string> = new Map([
  ['ך', 'כ'],
  ['ם', 'מ'],
  ['ן', 'נ'],
  ['ף', 'פ'],
  ['ץ', 'צ'],
])

/**
 * Article, prepositions and conjunctions are written onto the next word. All letters that may be one are cut, so that
 * every form of a word ends at the same.
 */
function stem(word: string): string {
  const letters = withoutEnding(word.replace(/[\u0591-\u05c7]/g, ''), suffixes).replace(
    /[ךםןףץ]$/,
    (letter) => final.get(letter) ?? letter,
  )
  let start = 0
  while (letters.length - start > 3 && 'ושהכבלמ'.includes(letters[start] ?? '-')) start += 1
  return letters.slice(start)
}

export const table: LanguageTable = {
  stem,
  signs: 'אחוז אירו דולר פאונד מעלה צלזיוס מינוס',
  apostrophe: 'letter',
  isOtherScript: true,
  hasDecimalPoint: true,
  functionWords: `
    אבל או אולי אולם אותה אותו אותם אז אחר אחרי איזה איזו איך אילו אין איפה אך אל אלה אלו אם אנחנו אני אף אצל אשר את
    אתה אתם בגלל בה בהם בו ביותר בין בלי גם דרך האלה האם הוא הזאת הזה היא היה היו הייתה היכן היתה הם הן זאת זה זו יהיה
    יהיו יותר יכול יכולה יכולים יש כאן כאשר כבר כדי כולם כי כיצד כל כלום כמה כמו כן כש לא לאן לגבי לה להיות להם לו לי
    לכן ללא למה למרות לנו לעתים לפי לפני מאוד מאין מדוע מה מהו מהי מול מי מישהו מן מעל משהו מתי נגד ניתן עד עוד עכשיו
    על עם פחות פעם צריך רק של שלה שלהם שלו שלי שלנו שם תהיה תחת תמיד
  `,
}
