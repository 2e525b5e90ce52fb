import { withChosen } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import { everybody } from '../../distribute/publish/why-not-public.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { readerForEverybody } from '../publish/reader-for-everybody.ts'
import type { Caller, Reader } from '../decide/ask-gates.ts'
import { matchCatalog } from '../decide/match.ts'
import { modelView, withCurrentGrants, type View } from '../decide/model-view.ts'
import { usableRefs } from '../decide/usable.ts'
import type { Use } from '../decide/withhold.ts'
import { evaluateCatalog } from '../evaluate/evaluate.ts'
import { explainRef } from '../explain/explain.ts'
import { statusQuestion, type SessionApprovals } from '../grants/approvals.ts'
import { memorySessions } from '../../io/memory/memory-sessions.ts'
import { toolsIn } from '../tools/knowledge-tools.ts'
import { ModelSession } from '../tools/tool.ts'
import { checkReading, checkRequester, checkTexts } from './check-arguments.ts'
import type { ContentStages } from './content-stages.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import type { Knowledge } from './open.ts'
import { remoteRequester } from './remote.ts'
import { watchCatalog } from './watch.ts'

/** State shared by the views of one opened knowledge. */
interface Opened {
  readonly approvals: SessionApprovals
  readonly catalog: CurrentCatalog
  readonly stages: ContentStages
  /** Called when the catalog has changed. */
  readonly listeners: Set<() => void>
  /** Functions that stop the watch of all listeners; empty without a watch. */
  readonly watches: Set<() => void>
}

/** What a reader sees for a use. */
type Views = (use?: Use) => View

/** The catalog without any restriction on what may be known. */
export const wholeCatalog =
  ({ catalog }: Pick<Opened, 'catalog'>, reader: Reader): Views =>
  () => ({ listed: catalog.current, reader })

/** The methods of `Knowledge` for one reader and what it sees. */
export function knowledgeOf(opened: Opened, reader: Reader, view: Views): Knowledge {
  return {
    get catalog() {
      return view().listed
    },
    ...contentMethods(opened, reader, view),
    ...decisionMethods(opened, reader, view),
    forModel: () => knowledgeForModel(opened, reader),
    tools: toolsIn(() => ({
      // Sessions in memory: what was shown is forgotten when the process ends.
      knowledge: knowledgeForModel(opened, { ...reader, ports: { ...reader.ports, sessions: memorySessions() } }),
      session: new ModelSession(() => reader.ports.ids.next()),
    })),
    forRequester(requester, caller) {
      const other = remoteReader(reader, requester, caller)
      return knowledgeOf(opened, other, wholeCatalog(opened, other))
    },
    served(caller, requester) {
      const other = remoteReader(requester ? reader : readerForEverybody(reader), requester ?? everybody, caller)
      const view = (): View => ({ listed: opened.catalog.current, reader: other })
      const isEverybody = requester === undefined
      return {
        manifest: () =>
          opened.stages.run(view, (stages, listed, reading) => stages.releaseManifest(listed, reading, isEverybody)),
        unit: (name) =>
          opened.stages.run(view, (stages, listed, reading) => stages.requestUnit(listed, name, reading, isEverybody)),
      }
    },
    ...lifetimeMethods(opened, reader),
  }
}

function remoteReader(reader: Reader, requester: Requester, caller: Caller | undefined): Reader {
  return {
    ...reader,
    requester: remoteRequester(requester, reader.restraints),
    hideTasks: true,
    ...(caller ? calledBy(caller, reader.ports) : {}),
  }
}

function calledBy(caller: Caller, ports: Ports): Pick<Reader, 'caller' | 'ports' | 'recordClock'> {
  const { decidedAt } = caller
  const counted = { ...ports, usage: usageOf(caller, ports) }
  if (decidedAt === undefined) return { caller, ports: counted }
  return { caller, ports: { ...counted, clock: { now: () => new Date(decidedAt) } }, recordClock: ports.clock }
}

/** The usage of one client of a server (KCP §4.15). */
const usageOf = ({ client }: Caller, { usage }: Pick<Ports, 'usage'>): Ports['usage'] => ({
  count: (ref, now, limits) => usage.count(`${client} ${ref}`, now, limits),
  ...(usage.hour ? { hour: (ref, now) => usage.hour?.(`${client} ${ref}`, now) ?? 0 } : {}),
  note: (ref, now) => usage.note(`${client} ${ref}`, now),
  ...(usage.take && {
    take: (refs, now) =>
      usage.take?.(
        refs.map((ref) => `${client} ${ref}`),
        now,
      ) ?? Promise.resolve(true),
  }),
})

const knowledgeForModel = (opened: Opened, reader: Reader): Knowledge =>
  knowledgeOf(opened, reader, (use = 'name') => modelView(opened.catalog.current, reader, use))

/** The methods that load the stages of `stages.ts`. */
function contentMethods(opened: Opened, reader: Reader, view: Views) {
  const { stages: content } = opened
  const whole = wholeCatalog(opened, reader)
  const choosing = (named: readonly string[] | undefined): View => withNamed(view(), named)
  // A person may answer only what the requester may know.
  const known = (): View => modelView(opened.catalog.current, reader, 'name')
  const named = (): View => withCurrentGrants(view())
  return {
    async read(request) {
      checkReading(request)
      const relist = async (): Promise<Catalog> => {
        await refresh(opened)
        return choosing(request.packs).listed
      }
      return content.runInTurn(
        () => choosing(request.packs),
        (stages, listed, reading) => stages.readKnowledge(listed, request, reading, relist),
      )
    },
    async why(task, target, options = {}) {
      checkTexts('why', { task, target })
      return content.run(view, (stages, listed, reading) => stages.whySelected(listed, task, target, options, reading))
    },
    whyTargets: (written) =>
      content.run(view, async (stages, listed, reading) => stages.whyTargets(listed, written, reading.ports)),
    query: (request) =>
      content.run(
        () => view('search'),
        (stages, listed, reading) => stages.queryKnowledge(listed, request, reading),
      ),
    // A list is always for a model.
    list: (options = {}) =>
      content.run(whole, (stages, listed, reading) => stages.releaseList(listed, options, reading)),
    summary: (ref) => content.run(view, (stages, listed, reading) => stages.releaseSummary(listed, ref, reading)),
    async activate(ref, options = {}) {
      checkTexts('activate', { ref })
      return content.runInTurn(
        () => choosing([ref]),
        (stages, listed, reading) => stages.activateNamed(listed, ref, options, reading),
      )
    },
    async guide(ref, options = {}) {
      checkTexts('guide', { ref })
      return content.run(
        () => choosing([ref]),
        (stages, listed, reading) => stages.releaseGuide(listed, ref, options, reading),
      )
    },
    async evidence(ref, options = {}) {
      checkTexts('evidence', { ref })
      return content.run(
        () => choosing([ref.split('#')[0] ?? ref]),
        (stages, listed, reading) => stages.releaseEvidence(listed, ref, options, reading),
      )
    },
    capture: (evaluation, options = {}) =>
      content.run(
        () => choosing(options.packs),
        (stages, listed, reading) => stages.captureRuns(listed, evaluation, options, reading),
      ),
    evaluateContexts: (options = {}) =>
      content.run(
        () => choosing(options.packs),
        (stages, listed, reading) => stages.evaluateContexts(listed, options, reading),
      ),
    replay: (id, options = {}) =>
      content.run(whole, (stages, listed, reading) => stages.replayReceipt(listed, id, options, reading)),
    rehydrate: (id, options = {}) =>
      content.run(whole, (stages, listed, reading) => stages.rehydrateReceipt(listed, id, options, reading)),
    diff: (before, after) =>
      content.run(whole, (stages, listed, reading) => stages.diffReleases(listed, before, after, reading)),
    entries: () => content.run(view, (stages, listed, reading) => stages.entryRows(listed, reading)),
    entry: (ref, options) =>
      content.run(view, (stages, listed, reading) => stages.describeEntry(listed, ref, options, reading)),
    document: (past, place) =>
      content.run(whole, (stages, listed, reading) => stages.releaseDocument(listed, past, place, reading)),
    graph: () => content.run(named, async (stages, listed, reading) => stages.knowledgeGraph(listed, reading)),
    decisions: (options = {}) =>
      content.run(named, async (stages, listed, reading) => stages.decisionMatrix(listed, options, reading)),
    quality: ({ everywhere = false } = {}) =>
      content.run(known, (stages, listed, reading) => stages.qualityReport(listed, reading, everywhere)),
    reviews: () => content.run(known, async (stages, listed, reading) => stages.reviewQueue(listed, reading)),
    reviewedGrant: (item) =>
      content.run(known, async (stages, listed, reading) => stages.grantInReview(listed, item, reading)),
    answerReview: (answer) =>
      content.run(known, (stages, listed, reading) => stages.settleReview(listed, answer, reading)),
    unit: (ref, options = {}) =>
      content.runInTurn(view, (stages, listed, reading) => stages.releaseUnit(listed, ref, options, reading)),
    units: (ref, options = {}) =>
      content.run(view, (stages, listed, reading) => stages.releaseUnits(listed, ref, options, reading)),
  } satisfies Partial<Knowledge>
}

/** The methods that release no content. */
function decisionMethods({ approvals, catalog, stages: content }: Opened, reader: Reader, view: Views) {
  return {
    async explain(ref, options = {}) {
      checkTexts('explain', { ref })
      checkRequester(options.requester)
      await reader.ports.shared?.current()
      const { listed, reader: seeing } = withNamed(view(), [ref])
      const explanation = explainRef(listed, ref, options, reader)
      if (!options.files || explanation.verdict !== 'allow') return explanation
      return content.run(
        () => ({ listed, reader: seeing }),
        async (stages, shown, reading) => stages.withOmission(explanation, shown, options, reading),
      )
    },
    match: (prompt) => matchCatalog(view().listed, prompt, reader),
    evaluate: (options = {}) => evaluateCatalog(withNamed(view(), options.packs).listed, options, reader),
    // No view for a model: units that it may not know of are not usable anyway.
    usable: () => usableRefs(catalog.current, reader),
    statusQuestion: (ref) => statusQuestion(view().listed, ref, reader),
    confirmStatus(asked) {
      const question = statusQuestion(view().listed, asked.ref, reader)
      if (question?.path !== asked.path) return
      approvals.confirm({ ...question, codes: question.codes.filter((code) => asked.codes.includes(code)) })
    },
  } satisfies Partial<Knowledge>
}

function lifetimeMethods(opened: Opened, { ports: { watcher, shared } }: Reader) {
  const { listeners, watches, catalog } = opened
  const refreshing = (): Promise<void> => refresh(opened)
  return {
    refresh: refreshing,
    onChange(listener) {
      const heard = (): void => listener()
      listeners.add(heard)
      if (watcher && watches.size === 0)
        watches.add(
          watchCatalog({ watcher, catalog: () => catalog.scanned, refresh: refreshing }, () => {
            for (const hear of listeners) hear()
          }),
        )
      return () => {
        listeners.delete(heard)
        if (listeners.size === 0) endWatches(opened)
      }
    },
    async close() {
      listeners.clear()
      endWatches(opened)
      await shared?.close()
    },
  } satisfies Partial<Knowledge>
}

function endWatches({ watches }: Opened): void {
  for (const stop of watches) stop()
  watches.clear()
}

const withNamed = (seen: View, named: readonly string[] | undefined): View => ({
  ...seen,
  listed: withChosen(seen.listed, named),
})

async function refresh({ stages, catalog }: Opened): Promise<void> {
  stages.clear()
  catalog.scan()
  await catalog.complete()
}
