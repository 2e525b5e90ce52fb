import { stemmer as stem } from '@orama/stemmers/italian'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'percento euro dollaro sterlina grado celsius meno',
  clitics: 'l d un dell nell all sull dall coll quell quest c n s m t v gl com dov',
  questionPhrases: 'quanto_tempo quanto_spesso ogni_quanto_tempo a_che_distanza',
  functionWords: `
    a abbia abbiamo abbiano abbiate ad agl agli ai al alcune alcuni all alla alle allo allora altra altre altri altro
    anche ancora avemmo avendo avere avesse avessero avessi avessimo aveste avesti avete aveva avevamo avevano avevate
    avevi avevo avrai avranno avrebbe avrebbero avrei avremmo avremo avreste avresti avrete avrà avrò avuta avute
    avuti avuto c che chi ci coi col come con contro cosa così cui da dagl dagli dai dal dall dalla dalle dallo degl
    degli dei del dell della delle dello deve devono di dopo dov dove dovrebbe durante e ebbe ebbero ebbi ed era erano
    eravamo eravate eri ero essendo essere forse fosse fossero fossi fossimo foste fosti fra fu fui fummo furono già
    gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mai meno mentre mi mia mie miei mio molte molti molto
    ne negl negli nei nel nell nella nelle nello nessuna nessuno niente noi non nostra nostre nostri nostro nulla né o
    ogni ognuno oppure per perché però più pochi poco possono poteva potrebbe può qualche quale quali quando quanta
    quante quanti quanto quella quelle quelli quello questa queste questi questo quindi sarai saranno sarebbe
    sarebbero sarei saremmo saremo sareste saresti sarete sarà sarò se sei sempre senza si sia siamo siano siate siete
    sono sopra sotto sta stando stanno starai staranno starebbe starebbero starei staremmo staremo stareste staresti
    starete starà starò stata state stati stato stava stavamo stavano stavate stavi stavo stemmo stesse stessero
    stessi stessimo steste stesti stette stettero stetti stia stiamo stiano stiate sto su sua sue sugl sugli sui sul
    sull sulla sulle sullo suo suoi ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno verso vi voi vostra
    vostre vostri vostro è
  `,
}
