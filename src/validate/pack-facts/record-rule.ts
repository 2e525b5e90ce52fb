import type { Code } from '../../model/codes/codes.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import { readAnswers } from '../../parse/records/answers.ts'
import type { LooseRecord } from '../../parse/records/loose-records.ts'
import { readOntology } from '../../parse/records/ontology.ts'
import { didYouMean } from '../../text/messages/suggest.ts'
import type { PackRule } from '../rule.ts'
import { jsonFiles, reportInJson } from './json-file.ts'

interface RecordRule {
  readonly code: Code
  /** The files whose records are checked; each is below ontology/ or answers/. */
  readonly files: RegExp
  /** Only records of this kind, where it is given. */
  readonly kind?: string
  /** What to report of a record; `undefined` where it is fine. */
  problem(record: LooseRecord): Pick<Finding, 'message' | 'help'> | undefined
}

/** A rule about single records of ontology/ and answers/. */
export function recordRule({ code, files, kind, problem }: RecordRule): PackRule {
  return {
    codes: [code],
    needs: 'files',
    check(_subject, report, folder) {
      for (const file of jsonFiles(folder, (path) => files.test(path))) {
        const read = file.path.startsWith('answers/') ? readAnswers : readOntology
        const records = read(file.tree?.value, file.path).filter((record) => kind === undefined || record.kind === kind)
        const findings = records.flatMap((record) => {
          const found = problem(record)
          return found ? [{ code, ...found, pointer: record.pointer }] : []
        })
        reportInJson(file, findings, report)
      }
    },
  }
}

/** A word that its vocabulary does not list: the message, with help where a listed word is near. */
export function unlistedWord(
  written: unknown,
  words: readonly string[],
  message: () => string,
): Pick<Finding, 'message' | 'help'> | undefined {
  if (written === undefined || words.some((word) => word === written)) return undefined
  const help = typeof written === 'string' ? didYouMean(written, words) : undefined
  return { message: message(), ...(help ? { help } : {}) }
}
