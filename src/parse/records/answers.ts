import { fileStem } from '../../text/paths/paths.ts'
import { foldName, looseRecords, type Collections, type LooseRecord } from './loose-records.ts'

/** Lists of an answer-ready pack, by their folded names (AK-284). */
const collections: Collections = new Map([
  ['questions', 'question'],
  ['answerblocks', 'answer-block'],
  ['citationtargets', 'citation-target'],
  ['sourcesurfaces', 'source-surface'],
  ['structureddata', 'structured-data'],
  ['monitoringruns', 'monitoring-run'],
])

/** The records of one file of answers/; its name determines the kind where the content does not. */
export function readAnswers(value: unknown, path: string): readonly LooseRecord[] {
  const stem = fileStem(path)
  return looseRecords(value, collections.get(foldName(stem)) ?? stem, collections)
}
