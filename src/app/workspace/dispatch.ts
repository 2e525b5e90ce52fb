import { unitRef } from '../../catalog/refs.ts'
import type { Histories, OtherWork } from '../../model/records/history.ts'
import type { Excerpt, ReadOutcome } from '../../model/reading/read.ts'
import type { WorkspaceFileKind, WorkspaceScan } from '../../model/records/workspace.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { compareText } from '../../text/compare.ts'
import { detectTaskLanguage, loadLanguages, terms } from '../../text/lexicon/lexicon.ts'
import { usableUnits } from '../decide/usable-units.ts'
import type { Knowledge } from '../open/open.ts'
import { searchWorkspace } from './search.ts'
import { findSkills } from './skills.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

interface DispatchedSkill {
  /** Name of a `SKILL.md` or id of a unit. Descriptions are untrusted text and not included. */
  readonly name: string
  readonly ref?: string
  readonly root?: string
  readonly path?: string
  readonly tokens: number
}

interface DispatchedKnowledge {
  readonly ref: string
  readonly kind: 'pack' | 'unit'
  /** Absolute. */
  readonly files: readonly string[]
  readonly tokens: number
}

interface DispatchedFile {
  readonly root: string
  readonly path: string
  readonly kind: WorkspaceFileKind
  readonly line: number
  readonly tokens: number
}

/** Somebody else works on one of these files. */
interface Conflict {
  readonly root: string
  readonly path: string
  readonly with: Pick<OtherWork, 'kind' | 'name' | 'path'>
  readonly state: 'uncommitted' | 'unmerged'
}

export interface Dispatch {
  readonly skills: readonly DispatchedSkill[]
  readonly knowledge: readonly DispatchedKnowledge[]
  /** The read of declared knowledge; absent if nothing is declared. */
  readonly read?: { readonly outcome: ReadOutcome; readonly receipt: string; readonly tokens: number }
  readonly files: readonly DispatchedFile[]
  readonly conflicts: readonly Conflict[]
  /** Repositories whose other work git cannot list. */
  readonly unchecked: readonly string[]
  /** Estimated sum of everything above. */
  readonly tokens: number
}

interface DispatchOptions {
  readonly task: string
  readonly scan: WorkspaceScan
  /** The knowledge of the repositories, with the usual decisions; absent without packs and manifests. */
  readonly knowledge: Knowledge | undefined
  /** Most files. */
  readonly limit: number
}

type DispatchPorts = WorkspacePorts & { readonly histories: Histories }

/** What an agent needs for a task, and who else works on it. Nothing that a gate refuses is named. */
export async function dispatch(ports: DispatchPorts, options: DispatchOptions): Promise<Dispatch> {
  const { task, scan, knowledge, limit } = options
  const skills = await matchingSkills(ports, options)
  const read = knowledge && (await knowledge.read({ task }))
  const declared = read && knowledge ? knowledgeIn(knowledge, read.excerpts) : []
  const roots = new Set(scan.repositories.map(({ root }) => root))
  const found = (await searchWorkspace(ports, { task, limit, kinds: [], roots })).filter(
    ({ score }, _, [best]) => score >= (best?.score ?? 0) * leastOfBest,
  )
  const sizes = new Map(
    scan.repositories.flatMap(({ root, files }) => files.map(({ path, tokens }) => [`${root}/${path}`, tokens ?? 0])),
  )
  const files = found.map(({ root, path, kind, line }) => ({
    root,
    path,
    kind,
    line,
    tokens: sizes.get(`${root}/${path}`) ?? 0,
  }))
  const places = [
    ...files.map(({ root, path }) => `${root}/${path}`),
    ...declared.flatMap((one) => one.files),
    ...skills.flatMap(({ root, path }) => (root === undefined || path === undefined ? [] : [`${root}/${path}`])),
  ]
  const { conflicts, unchecked } = conflictsOf(ports.histories, scan, places)
  const sum = (parts: readonly { readonly tokens: number }[]): number =>
    parts.reduce((total, { tokens }) => total + tokens, 0)
  return {
    skills,
    knowledge: declared,
    ...(read ? { read: { outcome: read.outcome, receipt: read.receipt.id, tokens: read.tokens } } : {}),
    files,
    conflicts,
    unchecked,
    tokens: sum(skills) + (read?.tokens ?? 0) + sum(files),
  }
}

/** By ref, in the order of the answer. */
function knowledgeIn({ catalog }: Knowledge, excerpts: readonly Excerpt[]): readonly DispatchedKnowledge[] {
  const folders = new Map<string, { readonly folder: string; readonly kind: 'pack' | 'unit' }>()
  for (const { ref, document, found } of catalog.entries) {
    if (document.kind === 'pack') folders.set(ref, { folder: found.folder, kind: 'pack' })
    else for (const { id } of document.units) folders.set(unitRef(ref, id), { folder: found.folder, kind: 'unit' })
  }
  const found = new Map<string, DispatchedKnowledge>()
  for (const { ref, path, tokens } of excerpts) {
    const known = found.get(ref)
    const { folder, kind } = folders.get(ref) ?? {}
    const files = [...new Set([...(known?.files ?? []), ...(folder === undefined ? [] : [`${folder}/${path}`])])]
    found.set(ref, { ref, kind: kind ?? 'pack', files, tokens: (known?.tokens ?? 0) + tokens })
  }
  return [...found.values()]
}

interface Candidate extends DispatchedSkill {
  /** Words by which it is found. */
  readonly words: string
}

const mostSkills = 5
/** Minimum share of the best score: an agent reads every file that is named. */
const leastOfBest = 0.5
/** Minimum share of the weight of the task's words. */
const leastShare = 0.2

async function matchingSkills(
  ports: DispatchPorts,
  { task, scan, knowledge }: DispatchOptions,
): Promise<readonly DispatchedSkill[]> {
  const candidates: readonly Candidate[] = [
    ...findSkills(ports, scan.repositories).map(({ description, ...skill }) => ({
      ...skill,
      words: `${skill.name} ${description}`,
    })),
    ...(knowledge ? skillUnits(knowledge) : []),
  ]
  const language = detectTaskLanguage(task, new Set(['en']))
  await loadLanguages([language])
  const known = candidates.map(({ words }) => new Set(terms(words, language)))
  const asked = [...new Set(terms(task, language))]
  const weights = new Map(
    asked.map((term) => [
      term,
      Math.log(1 + candidates.length / (1 + known.filter((words) => words.has(term)).length)),
    ]),
  )
  const weigh = (list: readonly string[]): number => list.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  const most = weigh(asked)
  return candidates
    .map((skill, number) => ({ skill, share: weigh(asked.filter((term) => known[number]?.has(term))) / most }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share || compareText(a.skill.name, b.skill.name))
    .slice(0, mostSkills)
    .map(({ skill: { words: _words, ...skill } }) => skill)
}

/** Skill units that every gate allows, with the words of their declarations. */
function skillUnits(knowledge: Knowledge): readonly Candidate[] {
  const usable = new Set(usableUnits(knowledge).map(({ ref }) => ref))
  return knowledge.catalog.entries.flatMap(({ ref: manifest, document }) =>
    document.kind === 'pack'
      ? []
      : document.units.flatMap((unit): readonly Candidate[] => {
          const ref = unitRef(manifest, unit.id)
          if (!usable.has(ref) || effectiveUnit(document, unit).artifact.value !== 'skill') return []
          const words = [unit.id, unit.intent, ...(unit.triggers ?? [])].join(' ')
          return [{ name: unit.id, ref, tokens: unit.hints?.tokenEstimate ?? 0, words }]
        }),
  )
}

function conflictsOf(
  histories: Histories,
  { repositories }: WorkspaceScan,
  places: readonly string[],
): Pick<Dispatch, 'conflicts' | 'unchecked'> {
  const conflicts: Conflict[] = []
  const unchecked: string[] = []
  for (const { root, isGit } of repositories) {
    const wanted = new Set(places.filter((place) => isBelow(place, root)).map((place) => place.slice(root.length + 1)))
    if (!isGit || wanted.size === 0) continue
    const others = histories.otherWork(root)
    if (!others) unchecked.push(root)
    for (const { kind, name, path: at, uncommitted, unmerged } of others ?? []) {
      const work = { kind, name, ...(at === undefined ? {} : { path: at }) }
      const states = new Map<string, Conflict['state']>([
        ...unmerged.map((path) => [path, 'unmerged'] as const),
        ...uncommitted.map((path) => [path, 'uncommitted'] as const),
      ])
      for (const [path, state] of states) if (wanted.has(path)) conflicts.push({ root, path, with: work, state })
    }
  }
  return { conflicts, unchecked }
}
