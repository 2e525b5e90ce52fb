import { filesBelow } from '../../select/texts/files-below.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'
import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ContextCase, EvaluatedContext, EvaluateOptions, Grader, Grading } from '../../model/records/evaluation.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { answerSuite, type AnswerCase } from '../../parse/records/answer-suite.ts'
import { readRecord } from '../../parse/records/record.ts'
import type { Pick } from '../../select/pick.ts'
import { select } from '../../select/pipeline.ts'
import { headingSlug } from '../../text/markdown/sections.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { budgetFor, readKnowledge } from '../read/read.ts'
import { shownId } from './evaluate.ts'

interface Suite {
  readonly file: string
  readonly cases: readonly AnswerCase[]
}

/** How much of the required context a read would find. Only graded text is released; refused packs are skipped. */
export async function evaluateContexts(
  catalog: Catalog,
  { packs, suite, grader }: EvaluateOptions,
  reader: Reader,
): Promise<readonly EvaluatedContext[]> {
  const { files, clock } = reader.ports
  if (suite && !packs) return []
  const { allowed } = askPackGates(catalog, reader, { now: clock.now(), ...(packs ? { named: packs } : {}) })
  const runs = allowed.flatMap((pack) =>
    (suite ? suiteIn(suite.bytes, suite.file) : suitesOf(files, pack)).map((found) => ({ pack, ...found })),
  )
  if (runs.length === 0) return []
  const tokenizer = await loadTokenizer()
  const cache = new ReadCache()
  const budget = budgetFor(undefined, reader)
  const contexts: EvaluatedContext[] = []
  for (const { pack, file, cases } of runs) {
    const found: ContextCase[] = []
    for (const wanted of cases) {
      const selection = await select(files, [pack], { task: wanted.prompt, tokenizer, cache })
      const { picks } = selection.compose(Math.min(budget, wanted.budget ?? budget))
      found.push(compare(wanted, picks, selection.outcome))
    }
    contexts.push(
      evaluated(
        pack,
        file,
        grader ? await withGradings(found, cases, { catalog, ref: pack.ref, reader, grader }) : found,
      ),
    )
  }
  return contexts
}

/** Sequential: each grading is a release, and releases form a chain. */
async function withGradings(
  found: readonly ContextCase[],
  cases: readonly AnswerCase[],
  grade: Grade,
): Promise<readonly ContextCase[]> {
  const graded: ContextCase[] = []
  for (const [i, entry] of found.entries()) {
    const wanted = cases[i]
    graded.push(wanted && wanted.assertions.length > 0 ? { ...entry, grading: await gradeCase(wanted, grade) } : entry)
  }
  return graded
}

function evaluated({ ref, pack }: AllowedPack, suite: string, cases: readonly ContextCase[]): EvaluatedContext {
  const required = cases.reduce((sum, { required: count }) => sum + count, 0)
  const missing = cases.reduce((sum, { missing: paths }) => sum + paths.length, 0)
  return {
    pack_name: pack.name,
    ref,
    type: pack.type,
    suite,
    cases: cases.map((entry, i) => ({ ...entry, id: shownId(entry.id, i) })),
    recall: share(required - missing, required),
    precision: average(
      cases.filter((entry) => entry.required > 0).map(({ precision }) => precision),
      1,
    ),
    tokens: Math.round(
      average(
        cases.map(({ tokens }) => tokens),
        0,
      ),
    ),
    wrong_when_absent: share(
      cases.filter(({ wrong }) => wrong).length,
      Math.max(1, cases.filter(({ absent }) => absent).length),
    ),
  }
}

function compare(
  { id, requiredContext, absent }: AnswerCase,
  picks: readonly Pick[],
  outcome: ContextCase['outcome'],
): ContextCase {
  const missing = requiredContext.filter((wanted) => !picks.some((pick) => isFrom(pick, wanted)))
  return {
    id,
    required: requiredContext.length,
    missing,
    recall: share(requiredContext.length - missing.length, requiredContext.length),
    precision:
      requiredContext.length === 0
        ? 1
        : share(picks.filter((pick) => requiredContext.some((wanted) => isFrom(pick, wanted))).length, picks.length),
    tokens: picks.reduce((sum, { tokens }) => sum + tokens, 0),
    outcome,
    ...(absent ? { absent, wrong: outcome === 'answered' } : {}),
  }
}

const average = (values: readonly number[], none: number): number =>
  values.length === 0
    ? none
    : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 10_000

function isFrom({ source: { path }, headings }: Pick, wanted: string): boolean {
  const [file, section] = wanted.split('#')
  // A split contains one section of its document.
  const document = /^compiled\/splits\/(.+)\/[^/]+$/.exec(path)?.[1]
  const isFile = path === file || (document !== undefined && file?.replace(/\.\w+$/, '') === `documents/${document}`)
  return isFile && (section === undefined || headings.some((heading) => headingSlug(heading) === headingSlug(section)))
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)

function suitesOf(files: Files, { root }: AllowedPack): readonly Suite[] {
  return filesBelow(files, root, 'evals')
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) => {
      const read = files.read(root, path, { limit: limits.documentBytes })
      return read.ok ? suiteIn(read.bytes, path) : []
    })
}

function suiteIn(bytes: Uint8Array, file: string): readonly Suite[] {
  const cases = answerSuite(readRecord(bytes, file))
  return cases ? [{ file, cases }] : []
}

interface Grade {
  readonly catalog: Catalog
  readonly ref: string
  readonly reader: Reader
  readonly grader: Grader
}

/** Grades the assertions of a case against a read, which is a release like any other: fenced, and recorded first. */
async function gradeCase(
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
