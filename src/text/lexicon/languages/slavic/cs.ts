import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  atech atům ětem etem ech ich ích ého ěmi emi ému ete eti iho ího ími imu ách ata aty ých ama ami ové ovi ými em es
  ém ím ům at ám os us ým mi ou ů e i í ě u y a o á é ý
  ování ováním ováno ovala oval ovat ovaný ovaná ost osti ostí ostem ením ení ání ání aním
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'procento euro dolar libra stupeň celsia minus',
  hasSpacedThousands: true,
  questionPhrases: 'jak_dlouho jak_daleko jak_často jak_rychle jak_velký',
  functionWords: `
    a aby ale ani ano avšak ačkoli bez bude budou byl byla byli bylo byly být během co do ho i jak jakou jaká jaké
    jaký je jeho jej jejich její jen jestli jestliže ještě ji jich jim jiná jiné jiný již jsem jsi jsme jsou jste já
    jí k kam každá každé každý kde kdo kdy když ke koho kolem kolik komu kromě kterou která které kterého který
    kterých kteří kým lze mají mezi mi mně mohl mohou moje mu musí my má méně mě měl měla měli můj může na nad ne nebo
    neboť nejvíce není než nic nikdo nikdy nám nás náš něco někdo o od on ona oni ono ony po pod podle pokud pouze pro
    proto protože proč před přes při s se sebe si sobě svou své svého svůj ta tady tak taková takové takový také tam
    tato tedy ten tento teď ti to toho tom tomu toto tvůj ty tyto též tím tě těch těm u už v ve velmi vy vám vás váš
    více však vše všechno všechny všichni vůči vždy z za zda zdali zde ze často čeho čemu čí čím že žádný
  `,
}
