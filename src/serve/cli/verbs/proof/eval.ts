import { basename, dirname, resolve } from 'node:path'
import {
  compareBaseline,
  compareContexts,
  evaluationPasses,
  notFound,
  openUnrecorded,
  qualityOf,
  unknownCode,
  writeEvaluation,
  type Catalog,
  type ContextComparison,
  type EvaluatedContext,
  type EvaluatedSuite,
  type Evaluation,
  type Quality,
  type SuiteComparison,
  type WrittenRun,
} from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { diskWriter } from '../../../../io/disk/disk-writer.ts'
import { revisionFiles } from '../../../../io/git/revision-files.ts'
import { limits } from '../../../../model/limits.ts'
import { namedPacks } from '../../named-packs.ts'
import { knowledgeOptions, openForVerb, type OpenedKnowledge } from '../../open-knowledge.ts'
import { workspaceAt } from '../../opening.ts'
import { evalJunit, evalTable, evalText } from '../../render/eval-text.ts'
import { recordText } from '../../render/terminal/json.ts'
import { sinceOption, sinceRevision } from '../../since-revision.ts'
import {
  chosenFormat,
  exitCodes,
  text,
  UsageError,
  wholeNumber,
  type Call,
  type Values,
  type Verb,
} from '../../verb.ts'
import { appendHistory, runRecord } from './eval-record.ts'

const formats = ['text', 'table', 'json', 'junit'] as const

export const evalVerb: Verb = {
  name: 'eval',
  summary: 'run the selection suites of packs: would each prompt activate the pack? No model is called',
  usage: 'eval [pack…] [options]\neval --record RECEIPT --good|--bad [pack] [options]',
  inputs:
    'packs by name, ref or folder, default all; their evals/discovery.train.json and discovery.validation.json, ' +
    'or --suite; suites whose cases name required_context measure how much of it a read finds; a receipt with --record',
  outputs:
    'precision, recall, tokens, wrong answers where there is none, and failed cases; exit 1 when a case fails, ' +
    'with --baseline or --since when a metric drops too far, or when a suite is invalid. ' +
    'A pack that is not granted is evaluated by its catalog metadata only',
  examples: [
    'lorefence eval harbor-kiosk',
    'lorefence eval ./packs/kiosk --suite prompts.json --json',
    'lorefence eval ./packs/kiosk --baseline ../old/kiosk --max-drop 0.05',
    'lorefence eval --format table --since origin/main',
    'lorefence eval --record r-0123456789abcdef --good',
  ],
  options: {
    ...knowledgeOptions,
    suite: {
      type: 'string',
      value: 'FILE',
      doc: 'Run this suite instead of those in the pack; relative to the named pack, else to the current folder.',
    },
    'write-run': { type: 'boolean', doc: 'Save each result as runs/eval-discovery-<time>.json in its pack.' },
    capture: {
      type: 'boolean',
      doc: 'Add what a read for each prompt would return: files, tokens, citation gaps and touched boundaries.',
    },
    runs: {
      type: 'string',
      value: 'N',
      doc: 'Run each prompt N times and record N; the built-in matcher is deterministic.',
    },
    threshold: {
      type: 'string',
      value: 'SHARE',
      doc: 'With --runs: the share of runs that must select the pack. Default: 0.5.',
    },
    'use-evals': {
      type: 'boolean',
      doc: 'Prompts of the train suite of a granted pack count: selected ones for it, rejected ones against it.',
    },
    baseline: {
      type: 'string',
      value: 'DIR',
      doc: 'Run the suites against the earlier version of the pack in DIR as well, and show the difference.',
    },
    'max-drop': {
      type: 'string',
      value: 'SHARE',
      doc: 'With --baseline or --since: the largest accepted drop of a metric. Default: 0.',
    },
    since: { ...sinceOption.since, doc: 'Run the suites at this git revision as well, and show the difference.' },
    format: { type: 'string', value: 'FORMAT', doc: 'text (default), table by pack and type, json or junit.' },
    history: { type: 'string', value: 'FILE', doc: 'Append the figures as one line of JSON to FILE.' },
    record: { type: 'string', value: 'RECEIPT', doc: 'Make a case from the read of a receipt that you judged.' },
    good: { type: 'boolean', doc: 'With --record: what it returned is what must be found.' },
    bad: {
      type: 'boolean',
      doc: 'With --record: it should not have answered, or should have found what --expect names.',
    },
    expect: {
      type: 'string',
      multiple: true,
      value: 'PATH#SECTION',
      doc: 'With --bad: what must be found; repeatable.',
    },
  },
  async run(call) {
    const { values, terminal } = call
    if (values['record'] !== undefined) return runRecord(call)
    const format = chosenFormat(values, formats) ?? 'text'
    const named = namedPacks(call.positionals, call)
    const opened = await openForVerb({ values: named.values, terminal })
    const options = {
      ...(named.names.length > 0 ? { packs: named.names } : {}),
      ...suiteOf(opened, named.names, call),
      ...repetition(call),
    }
    const asked = opened.knowledge.evaluate(options)
    const [unknown] = asked.unknown
    if (unknown !== undefined) throw notAPack(opened.knowledge.catalog, unknown)
    const evaluation = values['capture'] === true ? await opened.knowledge.capture(asked, options) : asked
    const contexts = await opened.knowledge.evaluateContexts(options)
    const revisions = await revisionsOf(call, opened, { evaluation, contexts })
    const comparisons = revisions?.suites ?? (await comparisonsOf(call, opened, evaluation))
    const quality = qualityOf(opened.knowledge.catalog, evaluation, contexts)
    const ok = evaluationPasses(evaluation, {
      contexts,
      ...(comparisons
        ? {
            baseline: {
              comparisons,
              contexts: revisions?.contexts ?? [],
              maxDrop: shareIn(values['max-drop'], 'max-drop') ?? 0,
            },
          }
        : {}),
    })
    const written =
      values['write-run'] === true
        ? writeEvaluation(
            { writer: diskWriter, clock: opened.ports.clock },
            opened.knowledge.catalog,
            evaluation.suites,
          )
        : []
    const compared = revisions?.contexts ?? []
    appendHistory(call, { quality, time: opened.ports.clock.now() })
    noteEvaluation(opened, quality)
    terminal.out(render(format, evaluation, { contexts, comparisons, compared, quality, written, ok }))
    if (written.some(({ result }) => !result.ok)) return exitCodes.trouble
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

/** For the page, which shows figures over time; a state folder that cannot be written must not fail the command. */
function noteEvaluation({ ports: { evaluations, clock } }: OpenedKnowledge, { packs }: Quality): void {
  if (packs.length === 0) return
  try {
    evaluations?.append({ time: clock.now().toISOString(), packs })
  } catch {
    // `doctor` reports it.
  }
}

function suiteOf(
  { knowledge, ports: { files } }: OpenedKnowledge,
  names: readonly string[],
  { values, terminal }: Call,
): { readonly suite?: { readonly file: string; readonly bytes: Uint8Array } } {
  const file = text(values['suite'])
  if (file === undefined) return {}
  const folders = knowledge.catalog.entries
    .filter(
      ({ ref, document, found }) =>
        document.kind === 'pack' && names.some((name) => [ref, document.name, found.folder].includes(name)),
    )
    .map(({ found }) => found.folder)
  const place = [...folders, terminal.cwd].find((folder) => files.kindOf(resolve(folder, file)) === 'file')
  const path = resolve(place ?? terminal.cwd, file)
  const read = files.read(dirname(path), basename(path), { limit: limits.documentBytes })
  if (!read.ok) throw new UsageError(`the suite "${file}" cannot be read. ${read.detail}`)
  return { suite: { file, bytes: read.bytes } }
}

async function comparisonsOf(
  { values, terminal }: Call,
  { knowledge, ports }: OpenedKnowledge,
  { suites }: Evaluation,
): Promise<readonly SuiteComparison[] | undefined> {
  const folder = text(values['baseline'])
  if (folder === undefined) return undefined
  if (values['suite'] !== undefined) throw new UsageError('--baseline uses the suites of the pack; remove --suite.')
  const baseline = await openForVerb({ values: { packs: [folder], 'no-user': true }, terminal })
  const comparisons = compareBaseline(ports.files, knowledge, suites, baseline.knowledge)
  if (comparisons.length === 0) throw new UsageError(`"${folder}" contains no earlier version of an evaluated pack.`)
  return comparisons
}

interface Revisions {
  readonly suites: readonly SuiteComparison[]
  readonly contexts: readonly ContextComparison[]
}

/** Both revisions are opened with the trust gate open, as in `check`: nothing but figures is shown. */
async function revisionsOf(
  call: Call,
  { knowledge }: OpenedKnowledge,
  { evaluation, contexts }: { readonly evaluation: Evaluation; readonly contexts: readonly EvaluatedContext[] },
): Promise<Revisions | undefined> {
  const root = workspaceAt(call.terminal, diskFiles)
  const revision = sinceRevision({ values: call.values, terminal: { ...call.terminal, cwd: root } })
  if (!revision) return undefined
  if (call.values['baseline'] !== undefined) throw new UsageError('--since and --baseline exclude each other.')
  const before = await openUnrecorded(revisionFiles(diskFiles, revision), root)
  const after = await openUnrecorded(diskFiles, root)
  const own = evaluation.suites.filter(({ ref }) => after.catalog.entries.some((entry) => entry.ref === ref))
  const now = after.evaluate({ packs: own.map(({ pack_name: pack }) => pack) }).suites
  return {
    suites: own.length === 0 ? [] : compareBaseline(diskFiles, knowledge, now, before),
    contexts: await compareContexts(diskFiles, { before, after }, contexts),
  }
}

function repetition({ values }: Call): { readonly runs?: number; readonly threshold?: number } {
  const runs = wholeNumber(values['runs'], 'runs')
  const threshold = shareIn(values['threshold'], 'threshold')
  if (runs === 0) throw new UsageError('--runs takes a whole number from 1.')
  if (threshold !== undefined && runs === undefined) throw new UsageError('--threshold requires --runs.')
  return { ...(runs === undefined ? {} : { runs }), ...(threshold === undefined ? {} : { threshold }) }
}

function shareIn(value: Values[string], name: string): number | undefined {
  const written = text(value)
  if (written !== undefined && !/^(?:0(?:\.\d+)?|1)$/.test(written))
    throw new UsageError(`--${name} takes a share from 0 to 1, not "${written}".`)
  return written === undefined ? undefined : Number(written)
}

interface Outcome {
  readonly contexts: readonly EvaluatedContext[]
  readonly comparisons: readonly SuiteComparison[] | undefined
  readonly compared: readonly ContextComparison[]
  readonly quality: Quality
  readonly written: readonly WrittenRun[]
  readonly ok: boolean
}

function render(format: (typeof formats)[number], evaluation: Evaluation, outcome: Outcome): string {
  const { contexts, comparisons = [], compared, quality, written } = outcome
  switch (format) {
    case 'json':
      return evalRecord(evaluation, outcome)
    case 'junit':
      return evalJunit(evaluation, contexts)
    case 'table':
      return evalTable(quality)
    case 'text':
      return evalText({ evaluation, contexts, comparisons, compared, written })
  }
}

/** Scripts that run one suite find its figures at the top as well. */
function evalRecord(
  { suites, without, diagnostics }: Evaluation,
  { contexts, comparisons, compared, quality, written, ok }: Outcome,
): string {
  const [first] = suites
  const alone: Partial<EvaluatedSuite> = suites.length === 1 && first ? first : {}
  return recordText(
    { command: 'eval', pack: alone.pack_name, diagnostics, ok },
    {
      ...alone,
      suites,
      without,
      diagnostics,
      ...(contexts.length > 0 ? { contexts } : {}),
      ...(comparisons ? { comparisons } : {}),
      ...(compared.length > 0 ? { contextComparisons: compared } : {}),
      quality,
      ...(written.length > 0
        ? { written: written.map(({ ref, path, result }) => ({ ref, path, ok: result.ok })) }
        : {}),
    },
  )
}

function notAPack(catalog: Catalog, written: string): UsageError {
  const code = unknownCode(catalog, written)
  const message =
    code === 'other-kind' ? `"${written}" is not a pack; only packs have selection suites.` : notFound(catalog, written)
  return new UsageError(message, code)
}
