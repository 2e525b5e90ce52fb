import { stemmer as romanianStem } from '@orama/stemmers/romanian'
import type { LanguageTable } from '../../language.ts'

/** The stemmer expects cedillas, the older encoding of the letters with a comma. */
const stem = (word: string): string => romanianStem(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))

export const table: LanguageTable = {
  stem,
  signs: 'procent euro dolar liră grad celsius minus',
  functionWords: `
    a acea aceasta această acei acel acele acest acesta aceste acestea acești aceștia acolo acum ai aici al ale alt
    alte altă alți am ar are asupra atunci au avea aveau avem aș așa ca care ce ceva chiar ci cine cineva conform
    contra cu cui cum când cât câte câtă câți că căci către da dacă dar de deja deoarece despre deși din dintre doar
    după e ea ei el ele era erau este eu ești fi fie fiecare fiindcă foarte fost fără i iar la le lor lui lângă mai
    mea mereu meu mi mult multe multă mulți mă ne nici niciodată nimeni nimic noastră noi nostru nu o ori oricare
    orice pe pentru peste poate pot prea prin putea puțin puțini până sa sale sau se spre sub sunt să săi său te toate
    toată tot toți trebuie tu tău un una unde unei unele unii unor unui unul va voi vor vostru vă îi îl în încă însă
    într într-o între și ți
  `,
}
