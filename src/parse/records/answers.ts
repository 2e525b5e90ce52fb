import { answerLists } from '../../model/tables/record-lists.ts'
import { fileStem } from '../../text/paths/paths.ts'
import { foldKey } from '../../text/compare.ts'
import { looseRecords, type LooseRecord } from './loose-records.ts'

/** The records of one file of answers/; its name determines the kind where the content does not. */
export function readAnswers(value: unknown, path: string): readonly LooseRecord[] {
  const stem = fileStem(path)
  return looseRecords(value, answerLists.get(foldKey(stem)) ?? stem, answerLists)
}
