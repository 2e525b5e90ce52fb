import type { WorkspaceFile, WorkspaceFileKind, WorkspaceRepository, WorkspaceState } from '../../model/workspace.ts'
import { rankBlocks } from '../../rank/blocks.ts'
import { constants } from '../../rank/constants.ts'
import { buildCorpus, countedTerms, type Corpus } from '../../rank/corpus.ts'
import { readQuestion } from '../../rank/question.ts'
import { regionsOf } from '../../rank/regions.ts'
import { scoreRegion } from '../../rank/score.ts'
import { decodeCounts } from '../../rank/stored-counts.ts'
import { decodeText } from '../../rank/stored-text.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import { detectTaskLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { releaseCheck, type Released } from './release.ts'
import { scanWorkspace } from './scan.ts'
import { openedFiles, workspaceFormat, type WorkspacePorts } from './workspace.ts'

export interface WorkspaceSearch {
  readonly task: string
  /** Most files. */
  readonly limit: number
  /** Empty: every kind. */
  readonly kinds: readonly WorkspaceFileKind[]
}

/** A file with its best place. */
interface Ranked {
  readonly repository: WorkspaceRepository
  readonly file: WorkspaceFile
  readonly start: number
  readonly end: number
  readonly score: number
}

export interface FoundInFile extends Released {
  readonly root: string
  readonly path: string
  readonly kind: WorkspaceFileKind
  readonly title?: string
  readonly score: number
}

/**
 * The files that share most with a task, best first, each with its best place. Only what a file still has, and still may be used
 * for, is returned: if one has changed since the scan, everything is scanned again.
 */
export async function searchWorkspace(ports: WorkspacePorts, search: WorkspaceSearch): Promise<readonly FoundInFile[]> {
  const found = await searchStored(ports, search)
  if (found !== 'outdated') return found
  await scanWorkspace(ports)
  const again = await searchStored(ports, search, true)
  return again === 'outdated' ? [] : again
}

async function searchStored(
  ports: WorkspacePorts,
  search: WorkspaceSearch,
  isAgain = false,
): Promise<readonly FoundInFile[] | 'outdated'> {
  const state = ports.store.load()
  if (!state) return []
  const ranked = await rankFiles(ports, state, search)
  if (!ranked) return 'outdated'
  const check = releaseCheck(ports)
  const found: FoundInFile[] = []
  for (const { repository, file, score, ...place } of ranked) {
    if (found.length >= search.limit) break
    const released = check(repository, file, place)
    if (released === 'withheld' || (released === 'changed' && isAgain)) continue
    if (released === 'changed') return 'outdated'
    const { path, kind, title } = file
    found.push({ root: repository.root, path, kind, ...(title === undefined ? {} : { title }), score, ...released })
  }
  return found
}

/** `undefined` if what is stored cannot be used. */
async function rankFiles(
  ports: WorkspacePorts,
  state: WorkspaceState,
  { task, kinds }: WorkspaceSearch,
): Promise<readonly Ranked[] | undefined> {
  const opened = openedFiles(state.scan)
  if (opened.length === 0) return []
  const corpus = corpora.get(state) ?? corpusOf(ports, state, opened.length)
  if (!corpus) return undefined
  corpora.set(state, corpus)
  const languages = [...new Set(state.texts.map(({ language }) => language as Language))].sort()
  const taskLanguage = detectTaskLanguage(task, new Set(languages))
  await loadLanguages([...languages, taskLanguage])
  const question = readQuestion(corpus, { task, taskLanguage, languages })
  const isSought = (block: number): boolean => {
    const kind = opened[corpus.blockMember[block] ?? 0]?.file.kind
    return kinds.length === 0 || (kind !== undefined && kinds.includes(kind))
  }
  const most = kinds.length === 0 ? constants.candidates : mostOfAnyKind
  const blocks = rankBlocks(corpus, question, most).filter(isSought).slice(0, constants.candidates)
  return bestPlaces(corpus, question, blocks).flatMap(({ number, ...place }) => {
    const one = opened[number]
    return one ? [{ ...one, ...place }] : []
  })
}

/** Of the scans that this process searched. */
const corpora = new WeakMap<WorkspaceState, Corpus>()

function corpusOf({ store }: WorkspacePorts, state: WorkspaceState, count: number): Corpus | undefined {
  const stored = state.format === workspaceFormat ? store.part('counts') : undefined
  const counts = stored && decodeCounts(stored, count)
  if (!counts || state.texts.length !== count) return undefined
  const none: ReadonlySet<string> = new Set()
  const indexes = new Map<number, TextIndex>()
  const indexOf = (number: number): TextIndex => {
    const known = indexes.get(number) ?? storedIndex(store, state, number)
    indexes.set(number, known)
    return known
  }
  const texts = state.texts.map((_, number) => ({
    index: () => indexOf(number),
    labels: none,
    ownLabels: none,
    name: none,
  }))
  return buildCorpus(texts, counts, countedTerms(counts))
}

/** Where only some kinds are sought, the others are ranked too. */
const mostOfAnyKind = 20_000

function storedIndex(store: WorkspacePorts['store'], { texts }: WorkspaceState, number: number): TextIndex {
  const [start, end] = [texts[number - 1]?.end ?? 0, texts[number]?.end ?? 0]
  const bytes = store.part('texts', { start, end })
  const index = bytes && decodeText(bytes)
  if (!index) throw new Error('what is stored was replaced meanwhile; search again.')
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
