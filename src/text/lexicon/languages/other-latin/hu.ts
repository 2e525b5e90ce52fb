import { stemmer as stem } from '@orama/stemmers/hungarian'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'százalék euró dollár font fok celsius mínusz',
  hasSpacedThousands: true,
  functionWords: `
    a abban ahhoz ahogy ahol aki akik akkor alatt amely amelyek amelyekben amelyeket amelyet amelynek ami amikor amit
    amolyan amíg annak arra arról az azok azon azonban azt aztán azután azzal azért be belül benne bár csak de e ebben
    eddig egy egyes egyetlen egyik egyre egyéb ehhez ekkor el ellen elég elő először előtt emilyen engem ennek erre ez
    ezek ezen ezt ezzel ezért fel felé fog fognak ha hanem hiszen hogy hogyan hol honnan hova hány hányan igen ill
    illetve ilyen ilyenkor is ismét itt kell kellett keresztül kevés ki kik kinek kit kívül között közül legalább
    legyen lehet lehetett lenne lenni lesz lesznek lett maga magát majd meg mellett mely melyek melyik mennyi mert mi
    miatt mik mikor milyen minden mindenki mindent mindig minek minket mint mintha mit mivel miért most már más másik
    még míg nagyon ne nekem neki nem nincs néha néhány nélkül olyan ott pedig persze rá s sem semmi sok sokat sokkal
    szemben szerint szinte számára talán te tehát ti titeket tovább továbbá tud tudnak téged több ugyanis után utána
    vagy vagyis vagyok valaki valami valamint való van vannak vele vissza viszont volna volt voltak voltam voltunk
    által általában át én éppen és így óta össze úgy újra ő ők őket őt
  `,
}
