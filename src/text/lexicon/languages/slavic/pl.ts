import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  owego owemu owych owymi owania owanie owaniem owania iowych iowego owości ością ościach ościami ości ość eniach
  eniami enia enie eniem aniach aniami ania anie aniem kami kach kiem kom ówka
  ach ami iach iami om iom ów iów owi iowi em iem ą ią ę ię y i a e o u ia ie iu ego iego emu iemu ej iej ym im ych
  ich ymi imi ym ą owy owa owe owym owej ową
  ować ował owała owano uje ują ać eć ić yć ał ała ało ali ały ił iła iło ili iły ył yła yli eł ęła esz ecie ają amy
  asz acie emy imy icie isz
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'procent euro dolar funt stopień celsjusza minus',
  hasSpacedThousands: true,
  questionPhrases: 'jak_długo jak_daleko jak_często jak_szybko jak_duży ile_czasu',
  functionWords: `
    a aby albo ale bardziej bardzo bez bo byli być był była było były będzie będą będę choć ci cię co coś czego czemu
    czy czym często dla dlaczego do gdy gdyż gdzie go i ich ile ilu im inna inne inny innych ja jacy jak jaka jaki
    jakich jakie jakim jaką jednak jego jej jest jeszcze jeśli jeżeli już ją każda każde każdy kiedy kim kogo komu kto
    ktoś która które którego której który których którym którzy którą ku lecz lub ma mają mi miał miała mimo między
    mnie mniej mogą moja moje może można mu musi muszą my mógł mój na nad najbardziej należy nam nami nas nasz nic nie
    nigdy nikt nim nimi nią niż o od on ona one oni ono oraz po pod podczas ponieważ powinien powinna powinno przed
    przez przy również sam sama samo siebie się sobie swoich swoje swoją swój są ta tak taka taki takich takie także
    tam tamten te tego tej temu ten teraz też to tu tutaj twój ty tych tylko tym tymi tą tę u w wam wami was wasz we
    według więc więcej wobec wszyscy wszystkich wszystkie wszystko wtedy wy z za zanim zawsze ze został została
    zostało zostały żaden żadna że żeby
  `,
}
