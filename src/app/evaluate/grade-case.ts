import type { Catalog } from '../../model/catalog.ts'
import type { Grader, Grading } from '../../model/evaluation.ts'
import type { AnswerCase } from '../../parse/records/answer-suite.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { readKnowledge } from '../read/read.ts'

export interface Grade {
  readonly catalog: Catalog
  readonly ref: string
  readonly reader: Reader
  readonly grader: Grader
}

/** Grades the assertions of a case against a read, which is a release like any other: fenced, and recorded first. */
export async function gradeCase(
  { prompt, assertions }: AnswerCase,
  { catalog, ref, reader, grader }: Grade,
): Promise<Grading> {
  const { fenced } = await readKnowledge(catalog, { task: prompt, packs: [ref] }, reader)
  const results: Grading['assertion_results'][number][] = []
  for (const text of assertions) results.push({ text, ...(await grader(text, fenced)) })
  const passed = results.filter((result) => result.passed).length
  const total = results.length
  return {
    assertion_results: results,
    summary: {
      passed,
      failed: total - passed,
      total,
      pass_rate: total === 0 ? 1 : Math.round((passed / total) * 10_000) / 10_000,
    },
  }
}
