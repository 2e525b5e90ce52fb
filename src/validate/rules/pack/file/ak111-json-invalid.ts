import type { Code } from '../../../../model/codes/codes.ts'
import type { Report } from '../../../../model/codes/diagnostic.ts'
import { jsonFile, jsonFiles, type JsonFile } from '../../../pack-facts/json-file.ts'
import { reportInText, startOfFile } from '../../../pack-facts/text-files.ts'
import type { PackRule } from '../../../rule.ts'

/** Run records, discovery suites and the source map are validated as records, with their own codes. */
const isPlainJson = (path: string): boolean =>
  /^(?:ontology|answers|evals)\//.test(path) && !/^evals\/discovery[^/]*$/.test(path)

export const jsonInvalid: PackRule = {
  codes: ['AK111'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const file of jsonFiles(folder, isPlainJson)) reportProblems(file, 'AK111', report)
    for (const path of folder.undecoded) {
      if (path.endsWith('.json') && isPlainJson(path))
        report({ code: 'AK111', message: `The file "${path}" is not UTF-8.`, file: path, range: startOfFile })
    }
  },
}

const compiledIndex = 'compiled/index.json'

/** The shape of the index is not specified, so only invalid JSON is reported (AK-015). */
export const compiledIndexBroken: PackRule = {
  codes: ['AK112'],
  needs: 'files',
  check(_subject, report, folder) {
    if (!folder.hasFile(compiledIndex)) return
    const file = jsonFile(folder, compiledIndex)
    if (file) return reportProblems(file, 'AK112', report)
    const message = `The file "${compiledIndex}" cannot be read as text.`
    report({ code: 'AK112', message, file: compiledIndex, range: startOfFile })
  },
}

function reportProblems({ path, text, problems }: JsonFile, code: Code, report: Report): void {
  const findings = problems.map(({ message, span }) => ({ code, message, span }))
  reportInText(text, path, findings, report)
}
