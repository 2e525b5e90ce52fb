import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  atech atům ětem etem ech ich ích ého ěmi emi ému ete eti iho ího ími imu ách iam ata aty ých ama ami ové ovi ých ými
  em es ém ím ům at ám os us ým mi ou ov e i í ě u y a o á é ý
  ování ováním ováno ovala oval ovat ovaný ovaná ost osti ostí ostem ením ení ání ání aním
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'percento euro dolár libra stupeň celzia mínus',
  hasSpacedThousands: true,
  functionWords: `
    a aby ak ako akou aká aké aký ale alebo ani bez bol bola boli bolo bude budú byť cez do ešte ho hoci i iba ich im
    iná iné iný ja je jeho jej ju k kam každá každé každý kde kedy keď koho komu koľko kto ktorá ktoré ktorého ktorí
    ktorú ktorý ktorých ku kým lebo len ma majú mal mala mali medzi menej mi mohol moje možno mu musí my má môj môže
    môžu mňa na nad najviac než nie niekto niečo nikdy nikto nič nám nás náš o od okolo okrem on ona oni ono ony po
    pod podľa pokiaľ počas pre pred preto pretože prečo pri s sa seba sebe si sme so som ste svoj svoje svoju sú tak
    taká také taký takýto tam teda ten tento teraz ti tie tieto tiež to toho tom tomu toto tu tvoj ty tá táto tí títo
    tých tým u už v veľmi viac vo voči vy vám vás váš však všetci všetko všetky vždy z za zo áno často či čo čoho čomu
    čím ťa že žiadny
  `,
}
