import type { EntryFile } from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { EvaluateOptions } from '../../model/records/evaluation.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { readRecord } from '../../parse/records/record.ts'
import { selectionSuite, type SelectionCase } from '../../parse/records/selection-suite.ts'
import { folderOf, joinPath } from '../../text/paths/paths.ts'

export interface ReadSuite {
  readonly file: string
  readonly isGiven: boolean
  readonly packName: string | undefined
  /** Absent when the suite is invalid; see `diagnostics`. */
  readonly cases: readonly SelectionCase[] | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export const trainSuite = 'evals/discovery.train.json'
/** Train and validation are separate (AK-234); the oldest form has no split (AK-231). */
const suiteFiles = [trainSuite, 'evals/discovery.validation.json', 'evals/discovery.json'] as const

/** The suites of a pack. Suites are not knowledge: they are read without a grant, and never shown. */
export function readOwnSuites(files: Files, found: EntryFile): readonly ReadSuite[] {
  return suiteFiles.flatMap((file) => {
    if (files.kindOf(`${found.folder}/${file}`) === undefined) return []
    const read = files.read(found.folder, file, { limit: limits.documentBytes })
    const shown = joinPath(folderOf(found.path), file)
    if (read.ok) return [{ ...readSuite(read.bytes, shown), file, isGiven: false }]
    const diagnostics = diagnose([{ code: read.trouble === 'too-large' ? 'RUN105' : 'RUN106', message: read.detail }], {
      file: shown,
      text: '',
    })
    return [{ file, isGiven: false, packName: undefined, cases: undefined, diagnostics }]
  })
}

export function readGivenSuite({ file, bytes }: NonNullable<EvaluateOptions['suite']>): ReadSuite {
  return { ...readSuite(bytes, file), isGiven: true }
}

function readSuite(bytes: Uint8Array, file: string): Omit<ReadSuite, 'isGiven'> {
  if (readRecord(bytes, file).report === 'answer suite')
    return { file, packName: undefined, cases: undefined, diagnostics: [] }
  const reading = readRecord(bytes, file, 'selection-eval')
  const diagnostics = diagnose(reading.findings, reading.source)
  const suite = diagnostics.some(({ severity }) => severity === 'error') ? undefined : selectionSuite(reading)
  return { file, packName: suite?.packName, cases: suite?.cases, diagnostics }
}
