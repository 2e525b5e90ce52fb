import { oneLine } from '../../author/documents/plain-line.ts'
import { fenceManifestText } from '../../fence/text.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { WorkspaceFileKind, WorkspaceState } from '../../model/records/workspace.ts'
import { rankBlocks } from '../../rank/blocks.ts'
import { constants } from '../../rank/constants.ts'
import { buildCorpus, type Corpus } from '../../rank/corpus.ts'
import { groupedTerms } from '../../rank/grouped-terms.ts'
import { readQuestion } from '../../rank/question.ts'
import { regionsOf } from '../../rank/regions.ts'
import { scoreRegion } from '../../rank/score.ts'
import { DamagedIndex, decodeText } from '../../rank/stored-text.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import { detectTaskLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { releaseCheck, type Released } from './release.ts'
import { storedIndex, type StoredIndex } from './stored-scan.ts'
import type { WorkspacePorts } from './workspace.ts'

interface WorkspaceSearch {
  readonly task: string
  /** Maximum files. */
  readonly limit: number
  /** Empty: every kind. */
  readonly kinds: readonly WorkspaceFileKind[]
  /** Roots of the repositories to search; absent for all. */
  readonly roots?: ReadonlySet<string>
}

interface FoundInFile extends Released {
  readonly root: string
  readonly path: string
  readonly kind: WorkspaceFileKind
  readonly score: number
}

/**
 * The files that match a task best, each with its best place. Only present text that may still be used is returned: if
 * a file has changed since the scan, or nothing is found, everything is scanned again.
 */
export async function searchWorkspace(ports: WorkspacePorts, search: WorkspaceSearch): Promise<readonly FoundInFile[]> {
  const found = await searchUndamaged(ports, search)
  const isOn = ports.store.load() !== undefined
  if (found !== 'outdated' && (found.length > 0 || !isOn)) return found
  await ports.scanAgain(ports)
  const again = await searchUndamaged(ports, search, true)
  return again === 'outdated' ? [] : again
}

/** Reads again what another process replaced meanwhile, and scans again what is damaged. */
async function searchUndamaged(...call: Parameters<typeof searchStored>): ReturnType<typeof searchStored> {
  const [ports] = call
  const state = ports.store.load()
  try {
    return await searchStored(...call)
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error
    if (ports.store.load() === state) await ports.scanAgain(ports, { isAnew: true })
    return searchStored(...call)
  }
}

async function searchStored(
  ports: WorkspacePorts,
  search: WorkspaceSearch,
  isAgain = false,
): Promise<readonly FoundInFile[] | 'outdated'> {
  const state = ports.store.load()
  if (!state) return []
  const searched = openedSearches.get(state) ?? openSearch(ports, state)
  openedSearches.set(state, searched)
  const check = releaseCheck(ports)
  const found: FoundInFile[] = []
  for (const { number, score, ...place } of await rankFiles(searched, state, search)) {
    if (found.length >= search.limit) break
    const file = searched.index.file(number)
    const repository = file && state.scan.repositories[file.repository]
    if (!file || !repository) throw new DamagedIndex()
    const released = check(repository, file, place)
    if (released === 'withheld' || (released === 'changed' && isAgain)) continue
    if (released === 'changed') return 'outdated'
    const { path, kind } = file
    found.push({ root: repository.root, path, kind, score, ...released })
  }
  return found
}

interface Searched {
  readonly index: StoredIndex
  readonly corpus: Corpus
}

/** Indexes of the scans that this process searched. */
const openedSearches = new WeakMap<WorkspaceState, Searched>()

async function rankFiles(
  { index, corpus }: Searched,
  { scan }: WorkspaceState,
  { task, kinds, roots }: WorkspaceSearch,
): Promise<readonly Place[]> {
  const languages = index.languages as readonly Language[]
  if (corpus.members.length === 0) return []
  const taskLanguage = detectTaskLanguage(task, new Set(languages))
  await loadLanguages([...languages, taskLanguage])
  const question = readQuestion(corpus, { task, taskLanguage, languages })
  const inRoots = scan.repositories.map(({ root }) => roots?.has(root) ?? true)
  const isSought = (block: number): boolean => {
    const number = corpus.blockMember[block] ?? 0
    const kind = index.kinds[number]
    const isOfKind = kinds.length === 0 || (kind !== undefined && kinds.includes(kind))
    return isOfKind && inRoots[index.repositories[number] ?? 0] === true
  }
  const most = kinds.length === 0 && !inRoots.includes(false) ? constants.candidates : mostOfAny
  const blocks = rankBlocks(corpus, question, most).filter(isSought).slice(0, constants.candidates)
  return bestPlaces(corpus, question, blocks)
}

function openSearch({ store }: WorkspacePorts, state: WorkspaceState): Searched {
  const index = storedIndex(store, state)
  if (!index) throw new DamagedIndex()
  const none: ReadonlySet<string> = new Set()
  const indexes = new Map<number, TextIndex>()
  const indexOf = (number: number): TextIndex => {
    const known = indexes.get(number) ?? storedText(store, index, number)
    if (indexes.size >= mostRemembered) indexes.clear()
    indexes.set(number, known)
    return known
  }
  const texts = Array.from(index.textEnd, (_, number) => ({
    index: () => indexOf(number),
    labels: none,
    ownLabels: none,
    name: none,
  }))
  const terms = groupedTerms(index.groups, (range) => store.part('places', range))
  return { index, corpus: buildCorpus(texts, index.sizes, terms) }
}

/** With a filter, other files are ranked too. */
const mostOfAny = 20_000

/** Maximum cached indexes, for long-running servers. */
const mostRemembered = 2_000

function storedText(store: WorkspacePorts['store'], { textEnd }: StoredIndex, number: number): TextIndex {
  const bytes = store.part('texts', { start: textEnd[number - 1] ?? 0, end: textEnd[number] ?? 0 })
  const index = bytes && decodeText(bytes)
  if (!index) throw new DamagedIndex()
  return index
}

interface Place {
  readonly number: number
  readonly start: number
  readonly end: number
  readonly score: number
}

function bestPlaces(
  corpus: Corpus,
  question: ReturnType<typeof readQuestion>,
  blocks: readonly number[],
): readonly Place[] {
  const best = new Map<number, Place>()
  for (const region of regionsOf(corpus, blocks)) {
    const { scores, headingScore } = scoreRegion(corpus, question, region)
    let unit = 0
    for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[unit] ?? 0)) unit = i
    const score = (scores[unit] ?? 0) + headingScore
    const number = region.index
    if (score <= 0 || (best.get(number)?.score ?? 0) >= score) continue
    const { unitStart, unitEnd } = region.member.text
    const at = region.first + unit
    best.set(number, { number, start: unitStart[at] ?? 0, end: unitEnd[at] ?? 0, score })
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.number - b.number)
}

/**
 * Fences found places, with their paths from a folder. Text is indented, so that no file can imitate our headings; a
 * name is always one line.
 */
export const fenceFiles = (found: readonly FoundInFile[], folder: string): Fenced =>
  fenceManifestText(found.map((one) => `${headingOf(one, folder)}\n${indented(one.excerpt)}`).join('\n\n'), 'workspace')

function headingOf({ root, path, line }: FoundInFile, folder: string): string {
  const place = `${root}/${path}`
  return `${oneLine(place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : place)}:${line}`
}

const indented = (text: string): string => text.replaceAll(/^(?=[^\n])/gm, '  ')
