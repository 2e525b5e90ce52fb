import type { StrictArgumentSchema } from '../../author/schema/json-schema.ts'
import type { Catalog, Root } from '../../model/catalog.ts'
import type { Restraints } from '../../model/documents/config.ts'
import type { EvaluatedContext, Evaluation, EvaluateOptions } from '../../model/records/evaluation.ts'
import type { Evidence, EvidenceOptions } from '../../model/reading/evidence.ts'
import type { Guide, GuideOptions } from '../../model/reading/guide.ts'
import type { Match } from '../../model/reading/match.ts'
import type { Ports } from '../../model/ports.ts'
import type { QueryAnswer, QueryRequest } from '../../model/reading/query.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import type { EntryDetail, EntryRow } from '../../model/reading/inspection.ts'
import type { EntryOptions } from '../views/entry.ts'
import type { DocumentPlace, DocumentReply } from '../views/document.ts'
import type { ReadRequest, ReadResult } from '../../model/reading/read.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import type { ReviewedGrant, ReviewItem } from '../../model/decisions/review.ts'
import type { UnitList, UnitsOptions } from '../../model/reading/unit-list.ts'
import type { UnitOptions, WholeUnit } from '../../model/reading/whole-unit.ts'
import type { Why, WhyOptions } from '../read/why.ts'
import type { DiffSide, KnowledgeDiff } from '../replay/diff-releases.ts'
import type { RepeatOptions } from '../replay/past-release.ts'
import type { Rehydration } from '../replay/rehydrate.ts'
import type { Replay } from '../replay/replay.ts'
import type { Caller, Reader } from '../decide/ask-gates.ts'
import { DecisionCache } from '../decide/decision-cache.ts'
import { SessionApprovals, type StatusQuestion } from '../grants/approvals.ts'
import type { DecisionMatrix, MatrixOptions } from '../explain/decision-matrix.ts'
import type { ExplainOptions, Explanation } from '../explain/explain.ts'
import type { KnowledgeGraph } from '../views/graph.ts'
import type { QualityReport } from '../views/quality.ts'
import type { ReviewAnswer, SettledReview } from '../views/review.ts'
import type { Usable } from '../decide/usable.ts'
import type { Activated } from '../activate/activate-named.ts'
import type { KnownManifest } from '../publish/known-manifest.ts'
import type { RequestedUnit } from '../publish/requested-unit.ts'
import type { ReleasedList, ListOptions } from '../list/list.ts'
import type { Summary } from '../list/summary.ts'
import { checkOpening } from './check-arguments.ts'
import { ContentStages } from './content-stages.ts'
import { CurrentCatalog } from './current-catalog.ts'
import { knowledgeOf, wholeCatalog } from './knowledge-of.ts'
import { catalogSource } from './open-catalog.ts'
import { workspaceId } from '../shared/workspace-id.ts'
import type { KnowledgeTool, StrictToolsOptions, ToolsOptions } from '../tools/knowledge-tools.ts'

export interface OpenOptions {
  /** Workspaces, or roots with another scope. */
  readonly roots: readonly (string | Root)[]
  readonly requester?: Requester
  readonly restraints?: Restraints
  /** Tokens of a read that requests no budget. Default: 2000. */
  readonly defaultBudget?: number
  /** Types of packs that are used although the standard does not define them (AK-037). */
  readonly allowTypes?: readonly string[]
  /** Exclude files that a `.gitignore` matches. */
  readonly respectGitignore?: boolean
  /** Whether the tests of a granted pack count for and against it in implicit activation (AK-242, AK-359). */
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
  /** Refs and paths that `why` takes and that contain these words; for people. Nothing is opened. */
  whyTargets(written: string): Promise<readonly string[]>
  /** Which units of granted manifests match, may be used and fit (KCP §15). No content is opened. */
  query(request: QueryRequest): Promise<QueryAnswer>
  /** The catalog for a model: ungranted entries by name only. No content is opened. */
  list(options?: ListOptions): Promise<ReleasedList>
  /** The metadata of one pack, by ref. No content is opened. */
  summary(ref: string): Promise<Summary>
  /** The guide of a pack, the units of a manifest, or the whole text of a unit. */
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
  /** The question that a client may ask its user about a pack; `undefined` if more than its status refuses it. */
  statusQuestion(ref: string): StatusQuestion | undefined
  /** Records that a person answered this question with yes. Valid for this question until this knowledge is closed. */
  confirmStatus(question: StatusQuestion): void
  /** The packs and manifests, with the facts that a person compares. */
  entries(): Promise<readonly EntryRow[]>
  /** One of them in detail, by ref; the guide of a pack is released and recorded. */
  entry(ref: string, options: EntryOptions): Promise<EntryDetail | undefined>
  /** The whole file that a receipt released a part of, for a person to see the part in it. */
  document(past: Pick<Receipt, 'spans'>, place: DocumentPlace): Promise<DocumentReply>
  /** The sources of a claim or a section of a pack, by name, ref or folder; `pack:name#claim` names both. */
  evidence(ref: string, options?: EvidenceOptions): Promise<Evidence>
  /** The verdict of every gate on one pack or unit, by ref, name or absolute path. No content is returned. */
  explain(ref: string, options?: ExplainOptions): Promise<Explanation>
  /**
   * The packs, manifests and units and their relations; for `forModel()`, those that a model may know of. No content is
   * opened.
   */
  graph(): Promise<KnowledgeGraph>
  /** Every gate's verdict on everything; for `forModel()`, on what a model may know of. No content is opened. */
  decisions(options?: MatrixOptions): Promise<DecisionMatrix>
  /** How well this knowledge serves its readers, from receipts and evaluations; for people. */
  quality(options?: { /** Receipts of other workspaces too. */ readonly everywhere?: boolean }): Promise<QualityReport>
  /** Items that wait for a person, as far as this requester may know of them. */
  reviews(): Promise<readonly ReviewItem[]>
  /** What a grant of an item of `reviews` would cover. */
  reviewedGrant(item: string): Promise<ReviewedGrant | undefined>
  /** Records a person's answer to an item of `reviews`. Never for a model: no tool calls it. */
  answerReview(answer: ReviewAnswer): Promise<SettledReview>
  /** Packs that clearly match a prompt, best first. */
  match(prompt: string): readonly Match[]
  /** Runs selection suites, without a model. */
  evaluate(options?: EvaluateOptions): Evaluation
  /** Adds to each result of an evaluation what a read for the same prompt would return. */
  capture(evaluation: Evaluation, options?: EvaluateOptions): Promise<Evaluation>
  /** Runs answer suites: how much of the required context a read would find. */
  evaluateContexts(options?: EvaluateOptions): Promise<readonly EvaluatedContext[]>
  /** The bytes that a receipt records, or exactly what changed. Decided anew for this requester. */
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
   * Tools for a model in any agent framework, on the knowledge of `forModel()`. Call it once per conversation: within
   * one, a text is returned once.
   */
  tools(options: StrictToolsOptions): readonly KnowledgeTool<StrictArgumentSchema>[]
  tools(options?: ToolsOptions): readonly KnowledgeTool[]
  /**
   * The same knowledge for a requester on another machine; its tasks are recorded only as a keyed hash. `caller`, the
   * client of a server, is recorded too, and has its own rate limits.
   */
  forRequester(requester: Requester, caller?: Caller): Knowledge
  /** The same for a client of a server that requests files and units; without a requester, for everybody. */
  served(caller: Caller, requester?: Requester): ServedKnowledge
  /** Scans the roots again; running reads keep their catalog. */
  refresh(): Promise<void>
  /** Watches the roots; the listener is called when the catalog has changed. Returns a function that stops it. */
  onChange(listener: () => void): () => void
  /** Ends every watch and the connections of shared stores. */
  close(): Promise<void>
}

/** What a server offers at the addresses of KCP §12. */
interface ServedKnowledge {
  /** `undefined` if the requester may know of no unit. */
  manifest(): Promise<KnownManifest | undefined>
  /** By ref or id. */
  unit(name: string): Promise<RequestedUnit>
}

/** Opens the knowledge of some workspaces for one requester. */
export async function openKnowledge(options: OpenOptions): Promise<Knowledge> {
  const { ports: system, ...source } = catalogSource(options)
  checkOpening(options)
  const approvals = new SessionApprovals(system.approvals, system.clock)
  const ports: Ports = { ...system, approvals }
  await ports.telemetry?.ready()
  await ports.shared?.current()
  const opened = {
    approvals,
    catalog: new CurrentCatalog(source, ports),
    stages: new ContentStages(ports),
    listeners: new Set<() => void>(),
    watches: new Set<() => void>(),
  }
  await opened.catalog.complete()
  const owner = { ...readerFor(options, ports), workspace: workspaceId(opened.catalog.scanned) }
  return knowledgeOf(opened, owner, wholeCatalog(opened, owner))
}

const readerFor = (options: OpenOptions, ports: Ports): Reader => ({
  ports,
  requester: options.requester ?? {},
  restraints: options.restraints ?? {},
  ...(options.defaultBudget === undefined ? {} : { defaultBudget: options.defaultBudget }),
  trustAll: options.trustAll === true,
  ...(options.allowTypes ? { allowTypes: options.allowTypes } : {}),
  hideTasks: options.hideTasks === true,
  useEvals: options.useEvals === true,
  kept: { gates: new DecisionCache(), packGates: new DecisionCache(), views: new DecisionCache() },
})
