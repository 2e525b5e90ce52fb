import { stemmer as portugueseStem } from '@orama/stemmers/portuguese'
import type { LanguageTable } from '../../language.ts'

/** Plurals that change more than the last letter: aviões, animais. */
const singular = (word: string): string =>
  word
    .replace(/[õã]es$/, 'ão')
    .replace(/(?<=...)ais$/, 'al')
    .replace(/(?<=..)éis$/, 'el')
    .replace(/(?<=.)óis$/, 'ol')
const stem = (word: string): string => portugueseStem(singular(word))

export const table: LanguageTable = {
  stem,
  signs: 'porcento euro dólar libra grau celsius menos',
  questionPhrases: 'quanto_tempo com_que_frequência a_que_distância',
  functionWords: `
    a ainda algo algum alguma algumas alguns alguém ali além ante ao aonde aos após aquela aquelas aquele aqueles aqui
    aquilo as assim até cada com como conforme contra cuja cujas cujo cujos da das de dela delas dele deles depois
    desde deve devem dever deveria do dos durante e ela elas ele eles em embora enquanto entre então era eram essa
    essas esse esses esta estamos estar estas estava estavam este esteja estejam estejamos estes esteve estive
    estivemos estiver estivera estiveram estiverem estivermos estivesse estivessem estivéramos estivéssemos estou está
    estávamos estão eu foi fomos for fora foram forem formos fosse fossem fui fôramos fôssemos haja hajam hajamos
    havemos haver havia hei houve houvemos houver houvera houveram houverei houverem houveremos houveria houveriam
    houvermos houverá houverão houveríamos houvesse houvessem houvéramos houvéssemos há hão isso isto já lhe lhes lá
    mais mas me mediante menos mesmo meu meus minha minhas muita muitas muito muitos na nada nas nem nenhum nenhuma
    ninguém no nos nossa nossas nosso nossos num numa nunca não nós o onde os ou outra outras outro outros para pela
    pelas pelo pelos pode podem poder poderia podia pois por porque porquê porém poucas pouco poucos quais qual quando
    quanta quantas quanto quantos que quem quê se seja sejam sejamos sem sempre ser serei seremos seria seriam será
    serão seríamos seu seus sob sobre somos sou sua suas são só talvez também te tem temos tenha tenham tenhamos tenho
    terei teremos teria teriam terá terão teríamos teu teus teve tinha tinham tive tivemos tiver tivera tiveram
    tiverem tivermos tivesse tivessem tivéramos tivéssemos toda todas todo todos tu tua tuas tém tínhamos um uma umas
    uns você vocês vos à às é éramos
  `,
}
