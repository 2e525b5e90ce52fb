import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const suffixes = endings('هایشان هایمان هایش هایم هایی های ها ترین تر انی ان ات یی ای اش ی', 3)
/** Arabic forms of yeh and kaf are typed for the Persian ones; vowel signs are left out at will. */
const stem = (word: string): string =>
  withoutEnding(
    word
      .replace(/[\u064b-\u0652\u0670]/g, '')
      .replace(/[يى]/g, 'ی')
      .replace(/ك/g, 'ک')
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/ة/g, 'ه'),
    suffixes,
  )

export const table: LanguageTable = {
  stem,
  signs: 'درصد یورو دلار پوند درجه سلسیوس منفی',
  isOtherScript: true,
  hasDecimalPoint: true,
  functionWords: `
    آن آنان آنها آیا ات از است اش ام اما او اگر ای ایشان این اینها با باشد باشند باید بدون بر برای برخی بسیار بعد بعضی
    بلکه به بود بودند بیشتر بین تا تر ترین تو توان توسط خواهد خود خویش خیلی دارد دارند داشت داشتند در درباره دیگر را
    روی زیر زیرا شاید شد شدند شده شما شود طی فقط قبل ما من می می‌شود نمی نه نیز نیست ها های هایی هر هست هم همان همه
    همین هنوز هیچ و ولی پس پیش چرا چطور چقدر چند چندین چه چون چگونه چی کجا کدام کرد کردند کرده کمتر کند کنند که کی یا
    یک
  `,
}
