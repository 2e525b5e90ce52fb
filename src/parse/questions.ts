import type { Finding } from '../model/codes/diagnostic.ts'
import type { ReadOf } from '../model/tables/fields.ts'
import { questionFields } from '../model/tables/question-fields.ts'
import { checkFields } from './check-fields.ts'
import type { SourceText } from './decode.ts'
import type { SourceDocument } from './diagnose.ts'
import { readFields } from './read-fields.ts'
import { readSettings, settingFinding } from './settings-file.ts'

type QuestionsFile = ReadOf<typeof questionFields>

/** A saved question, with what its answer must be. */
export type Question = Omit<NonNullable<QuestionsFile['questions']>[number], 'task'> & { readonly task: string }

export interface QuestionsReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  /** Questions with a task. Absent when nothing could be read. */
  readonly value?: readonly Question[]
}

export function readQuestions(input: SourceText, file: string): QuestionsReading {
  const { source, findings: troubles, content } = readSettings(input, file, 'RUN108')
  if (!content) return { source, findings: troubles }
  const { raw, numbers } = content
  const findings: Finding[] = []
  checkFields(questionFields, raw, (problem) =>
    findings.push(settingFinding(problem, { invalid: 'RUN108', unknown: 'RUN109' })),
  )
  const { questions = [] } = readFields(questionFields, raw, numbers)
  return { source, findings, value: questions.flatMap(({ task, ...rest }) => (task ? [{ ...rest, task }] : [])) }
}
