import { stemmer as stem } from '@orama/stemmers/danish'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'procent euro dollar pund grad celsius minus',
  questionPhrases:
    'hvor_lang hvor_længe hvor_langt hvor_stor hvor_stort hvor_høj hvor_dyb hvor_gammel hvor_hurtigt hvor_tung',
  functionWords: `
    ad af aldrig alle allerede alt altid anden at bare blandt blev blive bliver både bør da de dem den denne der deres
    derfor det dette dig din disse dog du efter eller en end enten er et flere for fordi fra får gennem ham han hans
    har havde have hende hendes her hos hun hvad hvem hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i
    ifølge ikke ind inden jeg jer jo kan kun kunne man mange med meget mellem men mens mere mest mig min mindre mine
    mit mod må måske ned noget nogle nu når ofte og også om op os over per på samt selv sig sin sine sit skal skulle
    som sådan thi til ud uden under var ved vi vil ville vor være været
  `,
}
