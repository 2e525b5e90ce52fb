import type { Allowed } from '../model/brands.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ContextCase, EvaluatedContext, EvaluateOptions } from '../model/evaluation.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import type { Excerpt } from '../model/read.ts'
import { answerSuite, type AnswerCase } from '../parse/answer-suite.ts'
import { readRecord } from '../parse/record.ts'
import { filesBelow } from '../resolve/files-below.ts'
import { resolve } from '../resolve/resolve.ts'
import { slug } from '../text/slug.ts'
import { loadTokenizer } from '../text/tokens.ts'
import { askGates, type Reader } from './ask-gates.ts'
import { defaultBudget } from './read.ts'
import { shownId } from './shown-id.ts'

interface Suite {
  readonly file: string
  readonly cases: readonly AnswerCase[]
}

/** How much of the context that a case requires a read would find. Nothing is released; packs that are refused are passed over. */
export async function evaluateContexts(catalog: Catalog, { packs, suite }: EvaluateOptions, reader: Reader): Promise<readonly EvaluatedContext[]> {
  const { files, clock } = reader.ports
  if (suite && !packs) return []
  const { allowed } = askGates(catalog, reader, { now: clock.now(), ...(packs ? { named: packs } : {}) })
  const runs = allowed.flatMap((pack) => (suite ? suiteIn(suite.bytes, suite.file) : suitesOf(files, pack)).map((found) => ({ pack, ...found })))
  if (runs.length === 0) return []
  const tokenizer = await loadTokenizer()
  const budget = Math.min(defaultBudget, reader.restraints.budget ?? Infinity)
  return runs.map(({ pack, file, cases }) => evaluated(pack, file, cases.map((wanted) => compare(wanted, resolve(files, [pack], wanted.prompt, budget, tokenizer).excerpts))))
}

function evaluated({ ref, pack }: Allowed, suite: string, cases: readonly ContextCase[]): EvaluatedContext {
  const required = cases.reduce((sum, { required: count }) => sum + count, 0)
  const missing = cases.reduce((sum, { missing: paths }) => sum + paths.length, 0)
  return { pack_name: pack.name, ref, suite, cases: cases.map((entry, i) => ({ ...entry, id: shownId(entry.id, i) })), recall: share(required - missing, required) }
}

function compare({ id, requiredContext }: AnswerCase, excerpts: readonly Excerpt[]): ContextCase {
  const missing = requiredContext.filter((wanted) => !excerpts.some((excerpt) => isFrom(excerpt, wanted)))
  return { id, required: requiredContext.length, missing, recall: share(requiredContext.length - missing.length, requiredContext.length) }
}

function isFrom({ path, headings }: Excerpt, wanted: string): boolean {
  const [file, section] = wanted.split('#')
  return path === file && (section === undefined || headings.some((heading) => slug(heading) === slug(section)))
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)

function suitesOf(files: Files, { root }: Allowed): readonly Suite[] {
  return filesBelow(files, root, 'evals').filter((path) => path.endsWith('.json')).flatMap((path) => {
    const read = files.read(root, path, { limit: limits.documentBytes })
    return read.ok ? suiteIn(read.bytes, path) : []
  })
}

function suiteIn(bytes: Uint8Array, file: string): readonly Suite[] {
  const cases = answerSuite(readRecord(bytes, file))
  return cases ? [{ file, cases }] : []
}
