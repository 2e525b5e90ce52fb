import type { Allowed } from '../model/brands.ts'
import type { Files, Tokenizer } from '../model/ports.ts'
import type { Excerpt, Left } from '../model/read.ts'
import { rank } from '../text/bm25.ts'
import { contentWords, words } from '../text/words.ts'
import { coverage } from './coverage.ts'
import { entryStands } from './granted-text.ts'
import { guidePassages, layers, passagesOf, type Passage } from './pack-sections.ts'

/** Below this share of the task's words the next layer is asked. */
const answered = 0.6
/** A passage under this share of the best score is noise. */
const noise = 0.7

export interface Resolved {
  readonly excerpts: readonly (Excerpt & { readonly fileDigest: string })[]
  readonly left: readonly Left[]
  readonly missing: readonly string[]
}

/** The few passages that answer the task, best first, within `budget` tokens of their own. */
export function resolve(files: Files, allowed: readonly Allowed[], task: string, budget: number, tokenizer: Tokenizer): Resolved {
  const left: Left[] = []
  const passages = gather(files, allowed, task, left)
  const ranking = rank(passages.map((passage) => words([passage.allowed.pack.name, ...passage.headings, passage.text].join(' '))))
  const scores = ranking.scores(contentWords(task))
  const ranked = passages.map((passage, i) => ({ passage, score: scores[i] ?? 0 })).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || order(a.passage, b.passage))
  const best = ranked[0]?.score ?? 0
  const excerpts: Resolved['excerpts'][number][] = []
  const taken = new Set<string>()
  let spent = 0
  const uncovered = new Set(contentWords(task))
  for (const { passage, score } of ranked) {
    const has = new Set(words(passage.text))
    // Under the noise, only a passage that speaks of what no other has said is worth its tokens.
    if (score < best * noise && ![...uncovered].some((word) => has.has(word))) continue
    if (taken.has(withoutHeading(passage))) continue
    taken.add(withoutHeading(passage))
    const tokens = tokenizer.count(passage.text)
    if (spent + tokens > budget) {
      left.push({ ref: passage.allowed.ref, path: passage.path, reason: 'budget', detail: `The section "${passage.headings.at(-1) ?? passage.path}" has ${tokens} tokens and does not fit.` })
      continue
    }
    spent += tokens
    excerpts.push(toExcerpt(passage, score, tokens, task))
    for (const word of has) uncovered.delete(word)
    if (coverage(task, excerpts.map(({ text }) => text), ranking).share >= 0.999) break
  }
  const { missing } = coverage(task, excerpts.map(({ text }) => text), ranking)
  return { excerpts, left, missing: excerpts.length > 0 && missing.length > 0 ? [`No text was found on: ${missing.join(', ')}.`] : excerpts.length === 0 ? ['Nothing in the granted packs answers this task.'] : [] }
}

/** A split and the section it was made from differ only in their heading. */
const withoutHeading = ({ headings, text }: Passage): string => (headings.length > 0 ? text.slice(text.indexOf('\n') + 1).trim() : text.trim())

function gather(files: Files, allowed: readonly Allowed[], task: string, left: Left[]): readonly Passage[] {
  const passages: Passage[] = []
  for (const pack of allowed) {
    if (!entryStands(files, pack, left)) continue
    const own: Passage[] = []
    for (const layer of layers) {
      own.push(...passagesOf(files, pack, layer, left))
      if (own.length > 0 && coverage(task, own.map(({ text }) => text), rank(own.map(({ text }) => words(text)))).share >= answered) break
    }
    passages.push(...(own.length > 0 ? own : guidePassages(files, pack, left)))
  }
  return passages
}

function toExcerpt(passage: Passage, score: number, tokens: number, task: string): Resolved['excerpts'][number] {
  const present = new Set(words([...passage.headings, passage.text].join(' ')))
  const matched = [...new Set(contentWords(task))].filter((word) => present.has(word))
  return {
    ref: passage.allowed.ref,
    path: passage.path,
    headings: passage.headings,
    range: { start: passage.start, end: passage.end },
    text: passage.text,
    tokens,
    score: Math.round(score * 1000) / 1000,
    citations: [],
    why: `It speaks of ${matched.join(', ')}.`,
    fileDigest: passage.fileDigest,
  }
}

const order = (a: Passage, b: Passage): number => (a.allowed.ref < b.allowed.ref ? -1 : a.allowed.ref > b.allowed.ref ? 1 : a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start)
