import { readAnswers } from '../../parse/records/answers.ts'
import type { LooseRecord } from '../../parse/records/loose-records.ts'
import type { Folder } from '../folder.ts'
import { jsonFiles, type JsonFile } from './json-file.ts'

/** Records of one kind, file by file. */
export function answerRecords(
  folder: Folder,
  kind: string,
): readonly { readonly file: JsonFile; readonly records: readonly LooseRecord[] }[] {
  return jsonFiles(folder, (path) => path.startsWith('answers/')).map((file) => ({
    file,
    records: readAnswers(file.tree?.value, file.path).filter((record) => record.kind === kind),
  }))
}
