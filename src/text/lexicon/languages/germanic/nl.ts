import { stemmer as dutchStem } from '@orama/stemmers/dutch'
import type { LanguageTable } from '../../language.ts'

/** At the end of a word s and f are written for z and v: huis, huizen. */
const stem = (word: string): string => dutchStem(word).replace(/z$/, 's').replace(/v$/, 'f')

export const table: LanguageTable = {
  stem,
  signs: 'procent euro dollar pond graad celsius min',
  questionPhrases: 'hoe_lang hoe_ver hoe_vaak hoe_groot hoe_hoog hoe_diep hoe_oud hoe_snel hoe_zwaar hoe_laat',
  functionWords: `
    aan al alles als altijd andere ben bent bij binnen boven buiten daar dan dat de der des deze die dit doch door dus
    echter een eens elk elke en enkele er erg ge geen geweest geworden haar had hadden heb hebben hebt heeft heel hem
    hen het hetzij hier hij hoe hoeveel hun ieder iedere iemand iets ik in is ja je jij jou jouw jullie kan kon konden
    kunnen kunt maar mag me meer meest men met mij mijn minder misschien moet moeten mogen na naar naast niet niets
    nog nooit nu of ofwel om omdat onder ons ook op over per reeds rond sinds sommige soms te tegen ten ter tijdens
    toch toen tot tussen u uit uw vaak van vanaf veel vele via volgens voor waar waaraan waardoor waarin waarmee
    waarom waarop waarvoor wanneer want waren was wat we weinig wel welk welke werd werden wie wiens wij wil willen
    wilt worden wordt zal ze zeer zelf zich zij zijn zo zonder zou zouden zullen zult
  `,
}
