import type { Files } from '../model/ports.ts'
import type { Left } from '../model/read.ts'
import { anchoredPick } from './anchored.ts'
import type { Chooser } from './choose.ts'
import { filesBelow } from './files-below.ts'
import type { Citations } from './grounding.ts'
import { mergeSections, type Pick } from './pick.ts'
import type { OpenPack } from './shelf.ts'

export interface EvidenceOptions {
  readonly chooser: Searching
  /** Tokens for all pieces together. */
  readonly budget: number
  readonly left: Left[]
}
type Searching = { readonly [K in 'select' | 'count']: Chooser[K] }

/** What the citations of the picks point to; without any, what the raw sources say on the task. Only when it was asked for (AK-258, AK-306). */
export function evidenceFor(files: Files, packs: readonly OpenPack[], citations: ReadonlyMap<Pick, Citations>, { chooser, budget, left }: EvidenceOptions): readonly Pick[] {
  const pieces: Pick[] = []
  const seen = new Set<string>()
  let rest = budget
  for (const pack of packs) {
    const { ref } = pack.allowed
    const wanted = new Set([...citations].flatMap(([pick, { exact, ofSection }]) => (pick.source.ref !== ref ? [] : exact.length > 0 ? exact : ofSection)))
    const found = wanted.size > 0 ? [...wanted].map((written) => anchoredPick(pack, written, left)).filter((pick) => pick !== undefined) : searched(files, pack, chooser, rest)
    for (const piece of found) {
      const tokens = chooser.count(piece.text)
      const key = `${ref}\n${piece.source.path}\n${piece.stretches[0]?.start}\n${piece.stretches[0]?.end}`
      if (seen.has(key)) continue
      seen.add(key)
      if (tokens > rest) left.push({ ref, path: piece.source.path, reason: 'budget', detail: `This evidence has ${tokens} tokens and does not fit.` })
      else pieces.push({ ...piece, tokens })
      if (tokens <= rest) rest -= tokens
    }
  }
  return mergeSections(pieces, chooser.count)
}

function searched(files: Files, pack: OpenPack, { select }: Searching, budget: number): readonly Pick[] {
  const paths = filesBelow(files, pack.allowed.root, 'sources').filter((path) => /\.(?:md|markdown|txt)$/i.test(path))
  const sources = paths.map((path) => pack.source(path)).filter((source) => source !== undefined)
  if (sources.length === 0) return []
  return select(sources, budget).passages.map((passage) => ({ ...passage, reason: 'source-match', why: 'No citation points further; this is what the raw sources say.' }))
}
