import { readRecord } from '../../../../parse/records/record.ts'
import { selectionSuite } from '../../../../parse/records/selection-suite.ts'
import type { PackRule } from '../../../rule.ts'

const wanted = 8

/** Training and validation cases of one pack count together. */
export const evalSuiteSmall: PackRule = {
  codes: ['AK801'],
  needs: 'files',
  check(_subject, report, folder) {
    const files = folder.files.filter((path) => /^evals\/discovery[^/]*\.json$/.test(path))
    const cases = files.flatMap((path) => {
      const text = folder.content(path)
      return (text === undefined ? undefined : selectionSuite(readRecord(text, path, 'selection-eval')))?.cases ?? []
    })
    const first = files[0]
    if (first === undefined || cases.length === 0) return
    const rejects = cases.filter(({ expected }) => expected === 'reject').length
    const selects = cases.length - rejects
    if (selects >= wanted && rejects >= wanted) return
    report({
      code: 'AK801',
      message: `The discovery suite has ${count(selects)} to select and ${count(rejects)} to reject.`,
      file: first,
      range: startOfFile,
    })
  },
}

const count = (number: number): string => `${number} ${number === 1 ? 'case' : 'cases'}`
const startOfFile = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }
