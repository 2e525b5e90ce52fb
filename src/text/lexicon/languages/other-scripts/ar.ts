import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

/** Spellings that differ from writer to writer: forms of alef, final yeh and teh, vowel signs. */
const oneSpelling = (word: string): string =>
  word
    .replace(/[\u064b-\u0652\u0670]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[ؤ]/g, 'و')
    .replace(/[ئ]/g, 'ي')
const prefixes = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال', 'و']
const suffixes = endings('ها ان ات ون ين يه ته هم نا ه ي', 3)

/** Light stemming: the article and the words that are written onto the next, endings of gender and number. */
function stem(word: string): string {
  const spelled = oneSpelling(word)
  const prefix = prefixes.find((letters) => spelled.startsWith(letters) && spelled.length - letters.length >= 3)
  return withoutEnding(prefix === undefined ? spelled : spelled.slice(prefix.length), suffixes)
}

export const table: LanguageTable = {
  stem,
  signs: 'بالمئة يورو دولار جنيه درجة مئوية ناقص',
  isOtherScript: true,
  hasDecimalPoint: true,
  functionWords: `
    أحد أقل أكثر أم أمام أن أنا أنت أنتم أنه أنها أو أولئك أي أية أيضا أين إذا إلى إليه إليها إن إنه اذا التى التي
    الذي الذين اللاتي اللتان اللذان اللواتي الى ان انا انت او ايضا بدون بعد بعض بل به بها بين بينما تحت تكون تلك ثم
    جدا جميع حتى حول حيث خلال خلف دون ذلك رغم سوف سوى ضد على عليه عليها عن عند عندما عنه عنها غير فقط فوق في فيه فيها
    قبل قد كان كانت كانوا كذلك كل كم كما كي كيف لأن لا لان لدى لقد لكن لكي لم لما لماذا لن له لها لهم لو ليس ليست ما
    ماذا متى مثل مع معه معها من منذ منه منها نحن هؤلاء هذا هذه هل هم هما هن هنا هناك هو هي و وقد ولكن وهو وهي يجب يكون
    يمكن
  `,
}
