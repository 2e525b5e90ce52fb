import { stemmer as swedishStem } from '@orama/stemmers/swedish'
import type { LanguageTable } from '../../language.ts'

/** The stemmer leaves the neuter article on short words: huset. */
const stem = (word: string): string => swedishStem(word).replace(/(?<=...)et$/, '')

export const table: LanguageTable = {
  stem,
  signs: 'procent euro dollar pund grad celsius minus',
  hasSpacedThousands: true,
  questionPhrases:
    'hur_lång hur_länge hur_långt hur_stor hur_stort hur_stora hur_hög hur_högt hur_djup hur_gammal hur_snabbt ' +
    'hur_tung',
  functionWords: `
    aldrig alla allt alltid antingen att av bara bland blev bli blir blivit både bör de dem den denna deras dess dessa
    det detta dig din dina ditt dock du där därför då efter eftersom ej eller en enligt er era ert ett fler flera från
    får för genom ha hade han hans har henne hennes hon honom hos hur här i icke ingen innan inom inte jag ju kan
    kanske kunde man med medan mellan men mer mest mig min mina mindre mitt mot mycket många måste ni nu när någon
    något några och också ofta om oss per på redan samma samt sedan sig sin sina själv ska skall skulle som så sådan
    sådana sådant till under upp ut utan vad var vara varför varit varje vars vart vem vems vi vid vilka vilkas vilken
    vilket vill ville vår våra vårt än är även åt över
  `,
}
