import { sourcesOf, type Gathered } from './gather.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Source } from './texts/source.ts'
import { readContextMap } from '../parse/pack/context-map.ts'
import { normalizePath, pathProblem } from '../text/paths/paths.ts'
import type { Sought } from '../rank/question.ts'
import { terms, type Language } from '../text/lexicon/lexicon.ts'

/** A file that the guide of a pack names for some tasks. */
export interface Steering {
  /** A file, or a folder that ends in `/`. */
  readonly path: string
  readonly anchor?: string
  readonly hint: string
}

/**
 * The context map of a guide. Paths outside the pack, or in a layer that is never read for a task, are ignored
 * (AK-313).
 */
export function steeringOf(guide: string, bodyStart: number): readonly Steering[] {
  return readContextMap(guide, bodyStart).entries.flatMap(({ path, anchor, hint }) => {
    if (pathProblem(path)) return []
    const plain = normalizePath(path.replace(/\*+.*$/, ''))
    if (!/^(?:compiled|documents|wiki)(?:\/|$)/.test(plain)) return []
    const isFolder = /[/\\*]$/.test(path) || !/\.\w{1,8}$/.test(plain)
    return [{ path: isFolder ? `${plain}/` : plain, ...(anchor === undefined ? {} : { anchor }), hint }]
  })
}

/** The files that context maps name for a task, and whether by file or by folder. */
export function steeredSources(
  gathered: Pick<Gathered, 'packs' | 'sources' | 'places'>,
  question: readonly Sought[],
  languageOf: (pack: OpenPack) => Language,
): ReadonlyMap<Source, 'file' | 'folder'> {
  const steered = new Map<Source, 'file' | 'folder'>()
  for (const pack of gathered.packs) {
    if (pack.steering.length === 0) continue
    const steering = steeredBy(question, pack.steering, languageOf(pack))
    for (const source of sourcesOf(gathered, pack.allowed.ref)) {
      if (!isSteered(steering, source.path)) continue
      steered.set(source, steering.some(({ path }) => path === source.path) ? 'file' : 'folder')
    }
  }
  return steered
}

/** The entries of the map that share a word with the task, not counting words that most entries share (AK-158). */
function steeredBy(
  question: readonly Sought[],
  steering: readonly Steering[],
  language: Language,
): readonly Steering[] {
  const hints = steering.map(({ hint }) => new Set(terms(hint, language)))
  const isIn = (word: Sought, hint: ReadonlySet<string>): boolean => word.forms.some((form) => hint.has(form))
  const isOrdinary = (word: Sought): boolean =>
    steering.length > 2 && hints.filter((hint) => isIn(word, hint)).length > steering.length / 2
  const telling = question.filter((word) => !isOrdinary(word))
  return steering.filter((_, place) => telling.some((word) => isIn(word, hints[place] ?? nothing)))
}

const nothing: ReadonlySet<string> = new Set()

const isSteered = (steering: readonly Steering[], path: string): boolean =>
  steering.some((entry) => (entry.path.endsWith('/') ? path.startsWith(entry.path) : path === entry.path))

/** Words of the context map by which a file is found. */
export const hintsFor = (steering: readonly Steering[], path: string): readonly string[] =>
  steering
    .filter((entry) => entry.path === path || (entry.path.endsWith('/') && path.startsWith(entry.path)))
    .map(({ hint }) => hint)
