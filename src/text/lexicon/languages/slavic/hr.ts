import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  anjem anjima anja anje enjem enjima enja enje ostima ošću osti ost ovima evima ovi ova ove evi ijeg ijem ijih ijim
  ega eg og oga om ome omu ima ama ih im em am oj ju a e i o u
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'posto euro dolar funta stupanj celzija minus',
  functionWords: `
    a ako ali bez bila bile bili bilo bio bit biti da do dok druga drugi drugo ga gdje i iako ih ili im ima imaju iz
    ja je jer joj još ju k ka kad kada kakav kako kakva kakvo kao kime ko koga koja koje kojeg kojem koji kojih kojim
    koju koliko komu kroz kuda li manje me mene među mi mogu moj mora moraju može mu na nad nam nas naš ne nego netko
    nešto ni nije nikad nisu niti nitko ništa njega njegov njen njih njihov njoj nju no o ob od oko on ona onaj one
    oni ono osim ova ovaj ovdje ove ovi ovo pa po pod pred prema pri s sa sada sam samo se sebe sebi si smo ste su
    svaka svaki svako sve svi svoj svoja svoje ta taj takav također takva tamo te tebe ti tih tijekom tim tko to tog
    toga tom treba tvoj u uvijek vam vas vaš već vi više vrlo za zato zašto zbog će ćemo ću čega čemu često čiji čime
    šta što
  `,
}
