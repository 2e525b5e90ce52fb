import type { Diagnostic } from '../../model/diagnostic.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { parseQuestions, type Question } from '../../parse/questions.ts'

export interface SavedQuestions {
  readonly questions: readonly Question[]
  readonly diagnostics: readonly Diagnostic[]
}

export function readQuestions(bytes: Uint8Array, file: string): SavedQuestions {
  const { value = [], findings, source } = parseQuestions(bytes, file)
  return { questions: value, diagnostics: diagnose(findings, source) }
}
