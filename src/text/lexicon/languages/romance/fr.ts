import { stemmer as stem } from '@orama/stemmers/french'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'pourcent euro dollar livre degré celsius moins',
  clitics: 'l d j n s c m t qu jusqu lorsqu puisqu quoiqu quelqu',
  hasSpacedThousands: true,
  questionPhrases: 'combien_de_temps quelle_est_la_durée à_quelle_fréquence à_quelle_distance',
  functionWords: `
    afin ai aie aient aies ainsi ait alors après as au aucun aucune auquel aura aurai auraient aurais aurait auras
    aurez auriez aurions aurons auront aussi autre autres aux auxquels avaient avais avait avant avec avez aviez avoir
    avons ayant ayante ayantes ayants ayez ayons beaucoup c car ce ceci cela celle celles celui certaines certains ces
    cet cette ceux chaque chez combien comme comment contre d dans de depuis des desquels devoir doit doivent donc
    dont du duquel dès déjà elle elles en encore entre es est et eue eues eurent eus eusse eussent eusses eussiez
    eussions eut eux eûmes eût eûtes faut furent fus fusse fussent fusses fussiez fussions fut fûmes fût fûtes hors
    ici il ils j jamais je jusqu jusque l la laquelle le lequel les lesquelles lesquels leur leurs lorsque lui là m ma
    mais malgré me mes moi moins mon même mêmes n ne ni non nos notre nous on ont or ou oui où par parfois parmi pas
    pendant peu peut peuvent plus plusieurs pour pourquoi pouvait pouvoir puisque qu quand que quel quelle quelles
    quelque quelques quels qui quoi rien s sa sans se selon sera serai seraient serais serait seras serez seriez
    serions serons seront ses si soient sois soit sommes son sont sous souvent soyez soyons suis sur svp t ta te tes
    toi ton toujours tous tout toute toutes trop très tu un une vers via vos votre vous y à ça étaient étais était
    étante étantes étants étiez étions êtes être
  `,
}
