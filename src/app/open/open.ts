import type { StrictArgumentSchema } from '../../author/json-schema.ts'
import { withChosen } from '../../catalog/with-chosen.ts'
import type { Catalog, Root } from '../../model/catalog.ts'
import type { Restraints } from '../../model/config.ts'
import type { EvaluatedContext, Evaluation, EvaluateOptions } from '../../model/evaluation.ts'
import type { Evidence, EvidenceOptions } from '../../model/evidence.ts'
import type { Guide, GuideOptions } from '../../model/guide.ts'
import type { Match } from '../../model/match.ts'
import type { Ports } from '../../model/ports.ts'
import type { QueryAnswer, QueryRequest } from '../../model/query.ts'
import type { ReadRequest, ReadResult } from '../../model/read.ts'
import type { Requester } from '../../model/requester.ts'
import type { UnitList, UnitsOptions } from '../../model/unit-list.ts'
import type { UnitOptions, WholeUnit } from '../../model/unit.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import type { Why, WhyOptions } from '../read/why.ts'
import type { DiffSide, KnowledgeDiff } from '../replay/diff-releases.ts'
import type { RepeatOptions } from '../replay/past-release.ts'
import type { Rehydration } from '../replay/rehydrate.ts'
import type { Replay } from '../replay/replay.ts'
import { checkReading } from './check-arguments.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { SessionApprovals, statusQuestion, type StatusQuestion } from '../grants/confirm-status.ts'
import { explainRef, type ExplainOptions, type Explanation } from '../explain/explain.ts'
import { matchCatalog } from '../decide/match.ts'
import { modelView, type View } from '../decide/model-view.ts'
import { usableRefs, type Usable } from '../decide/usable.ts'
import type { Use } from '../decide/withhold.ts'
import { evaluateCatalog } from '../evaluate/evaluate.ts'
import type { Activated } from '../guide/activate-named.ts'
import type { GivenList, ListOptions } from '../list/list.ts'
import type { Summary } from '../list/summary.ts'
import { catalogSource } from './open-catalog.ts'
import { remoteRequester } from './remote.ts'
import type * as Stages from './stages.ts'
import { toolsIn, type KnowledgeTool, type StrictToolsOptions, type ToolsOptions } from '../tools/knowledge-tools.ts'
import { ModelSession } from '../tools/tool.ts'
import { memorySessions } from '../../io/memory/memory-sessions.ts'
import { watchCatalog } from './watch.ts'

export interface OpenOptions {
  /** Workspaces, or roots with another scope. */
  readonly roots: readonly (string | Root)[]
  readonly requester?: Requester
  readonly restraints?: Restraints
  /** Tokens of a read without a budget. Default: 2000. */
  readonly defaultBudget?: number
  /** Types of packs that are used although the standard does not define them (AK-037). */
  readonly allowTypes?: readonly string[]
  /** Exclude what a `.gitignore` matches. */
  readonly respectGitignore?: boolean
  /** The tests of a granted pack count for and against it in implicit activation (AK-242, AK-359). */
  readonly useEvals?: boolean
  /** Receipts contain a keyed hash of a task instead of its text, as on servers. */
  readonly hideTasks?: boolean
  /** Opens the trust gate only; for tests and benchmarks. */
  readonly trustAll?: boolean
  /** Default: the ports of this system. */
  readonly ports?: Ports
}

export interface Knowledge {
  readonly catalog: Catalog
  read(request: ReadRequest): Promise<ReadResult>
  /** Why a document was or was not selected for a task; `undefined` for an unknown target. Nothing is released. */
  why(task: string, target: string, options?: WhyOptions): Promise<Why | undefined>
  /** Which units of granted manifests match, may be used and fit (KCP §15). No content is opened. */
  query(request: QueryRequest): Promise<QueryAnswer>
  /** The catalog for a model: ungranted entries by name only. No content is opened. */
  list(options?: ListOptions): Promise<GivenList>
  /** The metadata of one pack, by ref. No content is opened. */
  summary(ref: string): Promise<Summary>
  /** The guide of a pack, the units of a manifest, or the whole of a unit. */
  activate(ref: string, options?: GuideOptions): Promise<Activated>
  /** The guide of one pack, by name, ref or folder. */
  guide(ref: string, options?: GuideOptions): Promise<Guide>
  /** The whole content of one unit, by ref or id. */
  unit(ref: string, options?: UnitOptions): Promise<WholeUnit>
  /**
   * The units of one manifest that this requester may know of, in pages, by ref, slug or path. No content is opened.
   */
  units(ref: string, options?: UnitsOptions): Promise<UnitList>
  /** Every pack and unit that the gates allow this requester now. No content is opened. */
  usable(): readonly Usable[]
  /** What a client may ask its user about a pack; `undefined` if more than its status refuses it. */
  statusQuestion(ref: string): StatusQuestion | undefined
  /** A person answered this question with yes. Valid until this knowledge is closed, for this question only. */
  confirmStatus(question: StatusQuestion): void
  /** The sources of a claim or a section of a pack, by name, ref or folder; `pack:name#claim` names both. */
  evidence(ref: string, options?: EvidenceOptions): Promise<Evidence>
  /** The verdict of every gate on one pack or unit, by ref, name or absolute path. No content is returned. */
  explain(ref: string, options?: ExplainOptions): Promise<Explanation>
  /** Packs that clearly match a prompt, best first. */
  match(prompt: string): readonly Match[]
  /** Runs selection suites, without a model. */
  evaluate(options?: EvaluateOptions): Evaluation
  /** Adds to each result of an evaluation what a read for the same prompt would return. */
  capture(evaluation: Evaluation, options?: EvaluateOptions): Promise<Evaluation>
  /** Runs answer suites: how much of the required context a read would find. */
  evaluateContexts(options?: EvaluateOptions): Promise<readonly EvaluatedContext[]>
  /** The bytes that a receipt records, or exactly what changed. Decides for this requester, now. */
  replay(receiptId: string, options?: RepeatOptions): Promise<Replay>
  /** The context of a receipt, from its recorded spans if they are unchanged. */
  rehydrate(receiptId: string, options?: RepeatOptions): Promise<Rehydration>
  /** What differs between two releases: two receipts, or one request at two dates or for two requesters. */
  diff(before: DiffSide, after: DiffSide): Promise<KnowledgeDiff>
  /**
   * The same knowledge for a model: ungranted entries by a short plain name only, without units denied to this
   * requester.
   */
  forModel(): Knowledge
  /**
   * Tools for a model in any agent framework, as `forModel()` knows it. One call for each conversation: a text is
   * returned once in it.
   */
  tools(options: StrictToolsOptions): readonly KnowledgeTool<StrictArgumentSchema>[]
  tools(options?: ToolsOptions): readonly KnowledgeTool[]
  /** The same knowledge for a requester on another machine; of its tasks only a keyed hash is recorded. */
  forRequester(requester: Requester): Knowledge
  /** Scans the roots again; running reads keep their catalog. */
  refresh(): Promise<void>
  /** Watches the roots; the listener is called when the catalog has changed. Returns a function that stops it. */
  onChange(listener: () => void): () => void
  /** Ends every watch. */
  close(): Promise<void>
}

/** Opens the knowledge of some workspaces for one requester. */
export async function openKnowledge(options: OpenOptions): Promise<Knowledge> {
  const restraints = options.restraints ?? {}
  const { ports: world, scan } = catalogSource(options)
  const approvals = new SessionApprovals(world.approvals, world.clock)
  const ports: Ports = { ...world, approvals }
  const owner: Reader = {
    ports,
    requester: options.requester ?? {},
    restraints,
    ...(options.defaultBudget === undefined ? {} : { defaultBudget: options.defaultBudget }),
    trustAll: options.trustAll === true,
    hideTasks: options.hideTasks === true,
    useEvals: options.useEvals === true,
  }
  await ports.telemetry?.ready()
  let catalog = scan()
  let grantsSeen = grantsWhereLimited(catalog, ports)
  /** If the scan stopped at a limit, a newer grant may be for an entry that it did not read. */
  const current = (): Catalog => {
    if (grantsSeen !== grantsWhereLimited(catalog, ports)) {
      catalog = scan()
      grantsSeen = grantsWhereLimited(catalog, ports)
    }
    return catalog
  }
  const watches = new Set<() => void>()
  let cache: ReadCache | undefined
  const refresh = async (): Promise<void> => {
    cache?.clear()
    catalog = scan()
    grantsSeen = grantsWhereLimited(catalog, ports)
  }
  // Stages that open content are loaded on first use, so that a list does not load them.
  const give = async <T>(
    { listed, reader: asking }: View,
    work: (stages: typeof Stages, listed: Catalog, reading: Reader) => Promise<T>,
  ): Promise<T> => {
    const stages = await import('./stages.ts')
    cache ??= new stages.ReadCache(ports.cache)
    return work(stages, listed, { ...asking, cache })
  }
  let turn: Promise<unknown> = Promise.resolve()
  /** Sequential, because concurrent reads would use more memory and no less time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const wholeFor = (reader: Reader) => (): View => ({ listed: current(), reader })
  const knowledgeOf = (reader: Reader, view: (use?: Use) => View): Knowledge => {
    const whole = wholeFor(reader)
    const choosing = (named: readonly string[] | undefined): View => {
      const seen = view()
      return { ...seen, listed: withChosen(seen.listed, named) }
    }
    return {
      get catalog() {
        return view().listed
      },
      async read(request) {
        checkReading(request)
        const relist = async (): Promise<Catalog> => {
          await refresh()
          return choosing(request.packs).listed
        }
        return inTurn(() =>
          give(choosing(request.packs), (stages, listed, reading) =>
            stages.readKnowledge(listed, request, reading, relist),
          ),
        )
      },
      why: (task, target, whyOptions = {}) =>
        give(view(), (stages, listed, reading) => stages.whyGiven(listed, task, target, whyOptions, reading)),
      query: (request) =>
        give(view('search'), (stages, listed, reading) => stages.queryKnowledge(listed, request, reading)),
      // A list is always for a model.
      list: (listOptions = {}) =>
        give(whole(), (stages, listed, reading) => stages.giveList(listed, listOptions, reading)),
      summary: (ref) => give(view(), (stages, listed, reading) => stages.giveSummary(listed, ref, reading)),
      activate: (ref, guideOptions = {}) =>
        give(choosing([ref]), (stages, listed, reading) => stages.activateNamed(listed, ref, guideOptions, reading)),
      guide: (ref, guideOptions = {}) =>
        give(choosing([ref]), (stages, listed, reading) => stages.giveGuide(listed, ref, guideOptions, reading)),
      evidence: (ref, evidenceOptions = {}) =>
        give(choosing([ref.split('#')[0] ?? ref]), (stages, listed, reading) =>
          stages.giveEvidence(listed, ref, evidenceOptions, reading),
        ),
      explain: async (ref, explainOptions = {}) => explainRef(choosing([ref]).listed, ref, explainOptions, reader),
      match: (prompt) => matchCatalog(view().listed, prompt, reader),
      evaluate: (evaluateOptions = {}) =>
        evaluateCatalog(choosing(evaluateOptions.packs).listed, evaluateOptions, reader),
      capture: (evaluation, evaluateOptions = {}) =>
        give(choosing(evaluateOptions.packs), (stages, listed, reading) =>
          stages.captureRuns(listed, evaluation, evaluateOptions, reading),
        ),
      evaluateContexts: (evaluateOptions = {}) =>
        give(choosing(evaluateOptions.packs), (stages, listed, reading) =>
          stages.evaluateContexts(listed, evaluateOptions, reading),
        ),
      replay: (id, repeatOptions = {}) =>
        give(whole(), (stages, listed, reading) => stages.replayReceipt(listed, id, repeatOptions, reading)),
      rehydrate: (id, repeatOptions = {}) =>
        give(whole(), (stages, listed, reading) => stages.rehydrateReceipt(listed, id, repeatOptions, reading)),
      diff: (before, after) =>
        give(whole(), (stages, listed, reading) => stages.diffReleases(listed, before, after, reading)),
      unit: (ref, unitOptions = {}) =>
        give(view(), (stages, listed, reading) => stages.giveUnit(listed, ref, unitOptions, reading)),
      units: (ref, unitsOptions = {}) =>
        give(view(), (stages, listed, reading) => stages.giveUnits(listed, ref, unitsOptions, reading)),
      // The same for a model: what it may not know of is not usable.
      usable: () => usableRefs(current(), reader),
      statusQuestion: (ref) => statusQuestion(view().listed, ref, reader),
      confirmStatus(asked) {
        const question = statusQuestion(view().listed, asked.ref, reader)
        if (question?.path !== asked.path) return
        approvals.confirm({ ...question, codes: question.codes.filter((code) => asked.codes.includes(code)) })
      },
      forModel: () => knowledgeForModel(reader),
      tools: toolsIn(() => ({
        // What was shown is forgotten with the process.
        knowledge: knowledgeForModel({ ...reader, ports: { ...reader.ports, sessions: memorySessions() } }),
        session: new ModelSession(() => ports.ids.next()),
      })),
      forRequester(requester) {
        const other = { ...reader, requester: remoteRequester(requester, restraints), hideTasks: true }
        return knowledgeOf(other, wholeFor(other))
      },
      refresh,
      onChange(listener) {
        const stop = ports.watcher
          ? watchCatalog({ watcher: ports.watcher, catalog: () => catalog, refresh }, listener)
          : () => undefined
        watches.add(stop)
        return () => {
          watches.delete(stop)
          stop()
        }
      },
      async close() {
        for (const stop of watches) stop()
        watches.clear()
      },
    }
  }
  function knowledgeForModel(reader: Reader): Knowledge {
    return knowledgeOf(reader, (use = 'name') => modelView(current(), reader, use))
  }
  return knowledgeOf(owner, wholeFor(owner))
}

/** Empty if no limit was reached; then no grant is read. */
function grantsWhereLimited({ diagnostics, roots }: Catalog, { grants }: Pick<Ports, 'grants'>): string {
  if (!diagnostics.some(({ code }) => code === 'AK115')) return ''
  return roots.flatMap(({ path }) => grants.below(path).map((grant) => `${grant.path}\n${grant.at}`)).join('\n')
}
