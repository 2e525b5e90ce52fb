import type { Span } from '../../model/codes/diagnostic.ts'

/** Characters in a row that make a copy. Spaces and line breaks count as one, so that new line ends do not hide it. */
const copyLength = 400
/** Any copy contains a whole block of the original. */
const blockLength = copyLength / 2

interface Copy {
  readonly path: string
  readonly span: Span
}

/** Finds text copied literally from one of the originals. Linear in the length of all texts. */
interface CopyIndex {
  find(text: string): Copy | undefined
}

interface Block {
  readonly path: string
  readonly text: string
  readonly at: number
}

export function indexCopies(originals: readonly { readonly path: string; readonly text: string }[]): CopyIndex {
  const blocks = new Map<number, Block[]>()
  for (const { path, text } of originals) {
    const flat = flatten(text)
    if (flat.length < copyLength) continue
    for (let at = 0; at + blockLength <= flat.length; at += blockLength) {
      const key = hashOf(flat, at)
      const same = blocks.get(key)
      if (!same) blocks.set(key, [{ path, text: flat, at }])
      else if (same.length < 4) same.push({ path, text: flat, at })
    }
  }
  return { find: (text) => (blocks.size === 0 ? undefined : findCopy(blocks, text)) }
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ').trim()

const base = 65_599

function hashOf(text: string, from: number): number {
  let hash = 0
  for (let i = from; i < from + blockLength; i++) hash = (Math.imul(hash, base) + text.charCodeAt(i)) | 0
  return hash
}

/** Weight of the character that leaves a rolling hash. */
const leaving = Array.from({ length: blockLength }).reduce<number>((weight) => Math.imul(weight, base), 1)

/** Matching blocks that belong to no copy; after this many the text is skipped. */
const maxChances = 1_000

function findCopy(blocks: ReadonlyMap<number, readonly Block[]>, text: string): Copy | undefined {
  const flat = flatten(text)
  if (flat.length < copyLength) return undefined
  let hash = hashOf(flat, 0)
  let chances = maxChances
  for (let at = 0; ; at++) {
    for (const block of blocks.get(hash) ?? []) {
      const start = copyStart(flat, at, block)
      if (start !== undefined) return { path: block.path, span: unflatten(text, start, start + copyLength) }
      chances -= 1
      if (chances === 0) return undefined
    }
    if (at + blockLength >= flat.length) return undefined
    hash = (Math.imul(hash, base) + flat.charCodeAt(at + blockLength) - Math.imul(flat.charCodeAt(at), leaving)) | 0
  }
}

/** Grows a matching block in both directions; `undefined` when it stays shorter than a copy. */
function copyStart(flat: string, at: number, block: Block): number | undefined {
  let before = 0
  while (
    before < copyLength &&
    before < Math.min(at, block.at) &&
    flat.charCodeAt(at - before - 1) === block.text.charCodeAt(block.at - before - 1)
  )
    before += 1
  const start = at - before
  let length = 0
  while (
    length < copyLength &&
    start + length < flat.length &&
    flat.charCodeAt(start + length) === block.text.charCodeAt(block.at - before + length)
  )
    length += 1
  return length >= copyLength ? start : undefined
}

/** Offsets of the flat text, in the original text; leading spaces are skipped. */
function unflatten(text: string, from: number, to: number): Span {
  let flat = -1
  let start: number | undefined
  let afterSpace = true
  for (let i = 0; i < text.length; i++) {
    const space = /\s/.test(text.charAt(i))
    if (!space || !afterSpace) flat += 1
    afterSpace = space
    if (!space && flat >= from) start ??= i
    if (flat >= to) return { start: start ?? i, end: i }
  }
  return { start: start ?? 0, end: text.length }
}
