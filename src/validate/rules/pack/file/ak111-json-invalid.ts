import { jsonFiles } from '../../../pack-facts/json-file.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText } from '../../../pack-facts/text-files.ts'

/** Run records, discovery suites and the source map are validated as records, with their own codes. */
const isPlainJson = (path: string): boolean =>
  /^(?:ontology|answers|evals)\//.test(path) && !/^evals\/discovery[^/]*$/.test(path)

const startOfFile = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

export const jsonInvalid: PackRule = {
  codes: ['AK111'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const { path, text, problems } of jsonFiles(folder, isPlainJson)) {
      reportInText(
        text,
        path,
        problems.map(({ message, span }) => ({ code: 'AK111', message, span })),
        report,
      )
    }
    for (const path of folder.undecoded) {
      if (path.endsWith('.json') && isPlainJson(path))
        report({ code: 'AK111', message: `The file "${path}" is not UTF-8.`, file: path, range: startOfFile })
    }
  },
}
