import { stemmer as stem } from '@orama/stemmers/norwegian'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'prosent euro dollar pund grad celsius minus',
  hasSpacedThousands: true,
  questionPhrases:
    'hvor_lang hvor_lenge hvor_langt hvor_stor hvor_stort hvor_høy hvor_høyt hvor_dyp hvor_gammel hvor_raskt hvor_tung',
  functionWords: `
    aldri alle allerede alltid at av bare begge blant ble blei bli blir blitt både båe bør da de deg dei deim deira
    deires dem den denne der dere deres derfor det dette di din disse ditt du dykk dykkar då eg ein eit eitt eller
    elles en enn enten er et ett etter flere for fordi fra får før gjennom ha hadde han hans har hennar henne hennes
    her hjå ho hoe honom hos hoss hossen hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i ifølge
    ikke ikkje ingen ingi inkje inn innen inni ja jeg kan kanskje korleis korso kun kunne kva kvar kvarhelst kven kvi
    kvifor man mange me med medan meg meget mellom men mens mer mest mi min mindre mine mitt mot mykje må ned no noe
    noen noka noko nokon nokor nokre nå når ofte og også om opp oss over per på samme samt seg selv si sia sidan siden
    sin sine sitt sjøl skal skulle slik so som somme somt så sånn til um upp ut uten var vart varte ved vere verte vi
    vil ville vore vors vort vår være vært å
  `,
}
