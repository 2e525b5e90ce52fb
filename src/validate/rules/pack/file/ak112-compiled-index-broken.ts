import { jsonFile } from '../../../pack-facts/json-file.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText } from '../../../pack-facts/text-files.ts'

const path = 'compiled/index.json'
const startOfFile = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

/** The shape of the index is not specified, so only invalid JSON is reported (AK-015). */
export const compiledIndexBroken: PackRule = {
  codes: ['AK112'],
  needs: 'files',
  check(_subject, report, folder) {
    if (!folder.hasFile(path)) return
    const file = jsonFile(folder, path)
    if (!file)
      report({ code: 'AK112', message: `The file "${path}" cannot be read as text.`, file: path, range: startOfFile })
    else
      reportInText(
        file.text,
        path,
        file.problems.map(({ message, span }) => ({ code: 'AK112', message, span })),
        report,
      )
  },
}
