import { listFrame } from './catalog.ts'
import { envelopeElements, freeBoundary, nameOfAttribute, type EnvelopeElement } from './envelope.ts'
import { isSealed, unseal, unsealAttribute } from './seal.ts'

export interface Unfenced {
  readonly element: EnvelopeElement
  /** As passed to the fence, without the boundary. */
  readonly attributes: Readonly<Record<string, string>>
  /** The original text. */
  readonly text: string
  /** Place of the envelope in the searched text. */
  readonly range: { readonly start: number; readonly end: number }
  /** `older`: no boundary and perhaps no mode, as in earlier versions of the standard; its text may be cut off. */
  readonly form: 'sealed' | 'older'
}

export interface UnfenceOptions {
  /** Also read envelopes without a boundary, as in transcripts of other tools (AK-188). */
  readonly older?: boolean
}

const names = envelopeElements.join('|')
const opening = new RegExp(`^<(${names})((?: [A-Za-z_][\\w.-]*="[^"<>\\n]*")*)>$`, 'gm')
const ending = new RegExp(`\\n\\[end ([a-z2-7]{8})\\]\\n</(${names})>(?=\\n|$)`, 'g')
const resources =
  /\n\n<knowledge_resources>\n(?: {2}(?:<file kind="[a-z]+">[^<>"\n]*<\/file>|\[\d+ more files are not listed\])\n)*<\/knowledge_resources>$/

/** Intact envelopes only: valid syntax, matching boundary, nothing unsealed inside. */
export function unfence(text: string, { older = false }: UnfenceOptions = {}): readonly Unfenced[] {
  const ends = [...text.matchAll(ending)]
  const openings = [...text.matchAll(opening)]
  const found: Unfenced[] = []
  let next = 0
  for (const [i, open] of openings.entries()) {
    const start = open.index + open[0].length
    // No payload contains an opening, so an end after the next opening belongs to another envelope.
    const limit = openings[i + 1]?.index ?? text.length
    while (next < ends.length && (ends[next]?.index ?? 0) < start) next++
    const end = ends[next]
    const sealed = end && end.index < limit ? readSealed(text, open, end) : undefined
    const read = sealed ?? (older ? readOlder(text.slice(0, limit), open) : undefined)
    if (read) found.push(read)
  }
  return found
}

function readSealed(text: string, open: RegExpExecArray, end: RegExpExecArray): Unfenced | undefined {
  const [whole, element = '', pairs = ''] = open
  const [, boundary, closed] = end
  const written = readPairs(pairs)
  if (element !== closed || written.at(-1)?.[0] !== 'boundary' || written.at(-1)?.[1] !== boundary) return undefined
  const payload = text.slice(open.index + whole.length + 1, end.index)
  const header = payload.indexOf('\n\n')
  const body = element === 'knowledge_pack_guide' ? payload.replace(resources, '') : payload
  const foreign = element === 'available_knowledge_packs' ? body.replace(listFrame, '') : body
  if (header < 0 || freeBoundary(payload) !== boundary || !isSealed(foreign)) return undefined
  return {
    element: element as EnvelopeElement,
    attributes: attributesOf(written.slice(0, -1)),
    text: unseal(body.slice(header + 2)),
    range: { start: open.index, end: end.index + end[0].length },
    form: 'sealed',
  }
}

/** The first line is the data sentence; the text ends where the element first closes. */
function readOlder(text: string, open: RegExpExecArray): Unfenced | undefined {
  const [whole, element = '', pairs = ''] = open
  const start = open.index + whole.length + 1
  const close = `\n</${element}>`
  const end = text.indexOf(close, start - 1)
  const written = readPairs(pairs)
  if (end < 0 || written.some(([name]) => name === 'boundary')) return undefined
  const inside = text.slice(start, end)
  const header = inside.indexOf('\n\n')
  return {
    element: element as EnvelopeElement,
    attributes: attributesOf(written),
    text: header < 0 ? inside : inside.slice(header + 2),
    range: { start: open.index, end: end + close.length },
    form: 'older',
  }
}

type Pairs = readonly (readonly [name: string, value: string])[]

const readPairs = (pairs: string): Pairs =>
  Array.from(pairs.matchAll(/ ([\w.-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value] as const)

const attributesOf = (pairs: Pairs): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.map(([name, value]) => [nameOfAttribute(name), unsealAttribute(value)]))
