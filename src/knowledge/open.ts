import { resolve as resolvePath } from 'node:path'
import type { Match } from '../activate/match.ts'
import { withChosen } from '../catalog/with-chosen.ts'
import { homeFolder, stateFolder } from '../io/state-folder.ts'
import { systemPorts } from '../io/system.ts'
import type { Catalog, Root } from '../model/catalog.ts'
import type { Restraints } from '../model/config.ts'
import type { EvaluatedContext, Evaluation, EvaluateOptions } from '../model/evaluation.ts'
import type { Guide, GuideOptions } from '../model/guide.ts'
import type { Ports } from '../model/ports.ts'
import type { ReadRequest, ReadResult } from '../model/read.ts'
import type { Requester } from '../model/requester.ts'
import type { Reader } from './ask-gates.ts'
import { evaluateCatalog } from './evaluate.ts'
import { evaluateContexts } from './evaluate-context.ts'
import { explainRef, type ExplainOptions, type Explanation } from './explain.ts'
import { giveGuide } from './guide.ts'
import { matchCatalog } from './match.ts'
import { readKnowledge } from './read.ts'
import { scanRoots } from './scan.ts'
import { stateTrouble } from './state-place.ts'

export interface OpenOptions {
  /** Workspaces to look into; a root of another scope is given with it. */
  readonly roots: readonly (string | Root)[]
  readonly requester?: Requester
  readonly restraints?: Restraints
  /** Types of packs that are used although the standard does not know them (AK-037). */
  readonly allowTypes?: readonly string[]
  /** Leave out what a `.gitignore` names. */
  readonly respectGitignore?: boolean
  /** Opens the trust gate only; for tests and benchmarks. */
  readonly trustAll?: boolean
  /** The world; the real one by default. */
  readonly ports?: Ports
}

export interface Knowledge {
  readonly catalog: Catalog
  read(request: ReadRequest): Promise<ReadResult>
  /** The guide of one pack, by name, ref or folder. */
  guide(ref: string, options?: GuideOptions): Promise<Guide>
  /** What every gate says about one pack or unit, by ref, name or absolute path. No content is opened. */
  explain(ref: string, options?: ExplainOptions): Promise<Explanation>
  /** Which packs a prompt clearly speaks of, best first. */
  match(prompt: string): readonly Match[]
  /** Runs selection suites, without a model. */
  evaluate(options?: EvaluateOptions): Evaluation
  /** Runs answer suites: how much of the required context a read would find. */
  evaluateContexts(options?: EvaluateOptions): Promise<readonly EvaluatedContext[]>
  /** Looks at the roots again; reads under way keep what they started with. */
  refresh(): Promise<void>
}

/** Opens the knowledge of some workspaces for one requester. */
export async function openKnowledge(options: OpenOptions): Promise<Knowledge> {
  const restraints = options.restraints ?? {}
  const roots = options.roots.map((root): Root => (typeof root === 'string' ? { path: resolvePath(root), scope: 'workspace' } : { ...root, path: resolvePath(root.path) }))
  const ports = options.ports ?? ownPorts(roots)
  const scan = (): Catalog => scanRoots(ports, roots, { ...restraints, allowTypes: options.allowTypes ?? [], respectGitignore: options.respectGitignore === true })
  const reader: Reader = { ports, requester: options.requester ?? {}, restraints, trustAll: options.trustAll === true }
  let catalog = scan()
  return {
    get catalog() {
      return catalog
    },
    read: (request) => readKnowledge(withChosen(catalog, request.packs), request, reader),
    guide: (ref, guideOptions = {}) => giveGuide(withChosen(catalog, [ref]), ref, guideOptions, reader),
    explain: async (ref, explainOptions = {}) => explainRef(withChosen(catalog, [ref]), ref, explainOptions, reader),
    match: (prompt) => matchCatalog(catalog, prompt, reader),
    evaluate: (evaluateOptions = {}) => evaluateCatalog(withChosen(catalog, evaluateOptions.packs), evaluateOptions, reader),
    evaluateContexts: (evaluateOptions = {}) => evaluateContexts(withChosen(catalog, evaluateOptions.packs), evaluateOptions, reader),
    async refresh() {
      catalog = scan()
    },
  }
}

function ownPorts(roots: readonly Root[]): Ports {
  const { env } = process
  const ports = systemPorts(env)
  const trouble = stateTrouble(ports.files, { state: stateFolder(env), home: homeFolder(env), workspaces: roots.filter(({ scope }) => scope === 'workspace').map(({ path }) => path) })
  if (trouble !== undefined) throw new Error(trouble)
  return ports
}
