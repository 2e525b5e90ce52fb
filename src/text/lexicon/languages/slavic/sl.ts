import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  anjem anja anje enjem enja enje ostjo osti ost ovih ovim ega emu imi ima ami ama ih im ov ev em om oma ah eh ej ja
  je jo ji ga a e i o u
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'odstotek evro dolar funt stopinja celzija minus',
  functionWords: `
    a ali ampak bil bila bile bili bilo biti bo bodo brez da do drug druga drugo ga h ima imajo imel in iz jaz je ji
    jih jim jo k kaj kako kakšen kakšna kakšno kam katera katere kateri katerih katero kdaj kdo ker kje ko koga koliko
    komu kot lahko le manj me med mi moj mora morajo mu na nad nam nas naš ne nekaj nekdo ni nihče nikoli niti nič
    njegov njen njihov o ob od okoli on ona oni ono pa po pod pogosto pred pri proti razen s samo se sem si smo so ste
    svoj svoja svoje ta tak taka tako tam te tega teh tem temu ter ti to toda tudi tukaj tvoj v vam vas vaš vedno
    vendar več vi vsak vsaka vse vsi z za zakaj zaradi zato zdaj zelo če čemu čeprav česa čez še že
  `,
}
