import { endings, withoutEnding } from '../../endings.ts'
import type { LanguageTable } from '../../language.ts'

const inflections = endings(`
  aments ament acions ació adors adores ador adora ades ats ada at ides its ida it ava aven aria arien ant ent ar er
  ir es os s a e o i
`)
const stem = (word: string): string => withoutEnding(word, inflections)

export const table: LanguageTable = {
  stem,
  signs: 'percentatge euro dòlar lliura grau celsius menys',
  clitics: 'l d n s m t',
  functionWords: `
    a així això al algun alguna algunes alguns allà allò als altra altre altres amb aquell aquella aquest aquesta
    aquestes aquests aquí cada cal cap com contra de del dels des deu doncs durant el ell ella elles ells els em en
    encara ens entre era eren es estan estar està et fins ha han haver havia hi ho i ja jo la les li lo los mai mateix
    me mentre menys meu meva molt molta moltes molts més ne ni ningú no nosaltres nostra nostre o on pel pels per
    perquè però poc pocs poden pot potser qual quals quan quant quanta quantes quants que qui quin quina quines quins
    què res se segons sempre sense ser seu seus seva seves si sinó sobre sota sí són també te tot tota totes tots tu
    un una unes uns us va van vosaltres vostre és
  `,
}
