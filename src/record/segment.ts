import type { Receipt, SegmentAnchor } from '../model/receipt.ts'

export interface SegmentLine {
  /** Counted from 1. */
  readonly line: number
  /** Absent where the line is no record. */
  readonly receipt?: Receipt
}

export interface Segment {
  /** `undefined` where the first line is not the head of a segment. */
  readonly head: { readonly after?: SegmentAnchor } | undefined
  readonly lines: readonly SegmentLine[]
  /** The last line has no end: it is being written, or its writer was stopped. It was never acknowledged. */
  readonly unfinished: boolean
}

/** Reads what is complete of a segment; never throws. */
export function readSegment(text: string): Segment {
  const end = text.lastIndexOf('\n') + 1
  const complete = text.slice(0, end).split('\n').slice(0, -1)
  const head = headOf(complete[0])
  const from = head ? 1 : 0
  const lines = complete.slice(from).map((written, i): SegmentLine => {
    const receipt = receiptOf(written)
    return { line: from + i + 1, ...(receipt ? { receipt } : {}) }
  })
  return { head, lines, unfinished: end < text.length }
}

function headOf(line: string | undefined): Segment['head'] {
  const value = line === undefined ? undefined : parsed(line)
  if (value?.['kind'] !== 'segment') return undefined
  const after = value['after'] as Partial<SegmentAnchor> | undefined
  if (after === undefined) return {}
  return typeof after?.segment === 'string' && typeof after.link === 'string' ? { after: { segment: after.segment, link: after.link } } : undefined
}

export function receiptOf(line: string): Receipt | undefined {
  const value = parsed(line)
  return value && isReceipt(value) ? (value as unknown as Receipt) : undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Whatever wrote the line: what is computed from a record finds what it looks for. */
function isReceipt(value: Fields): boolean {
  return holdTexts(value, 'id', 'time', 'task', 'fencedDigest', 'proof', 'link') && isObject(value['requester']) && isList(value['decisions'], isDecision) && isList(value['spans'], isSpan)
    && isAbsentOr(value['named'], areTexts) && isAbsentOr(value['sources'], (sources) => isList(sources, (source) => holdTexts(source, 'ref')))
}

const isDecision = (decision: Fields): boolean => holdTexts(decision, 'ref', 'verdict') && isList(decision['reasons'], (reason) => holdTexts(reason, 'gate', 'verdict', 'code'))

const isSpan = (span: Fields): boolean =>
  holdTexts(span, 'ref', 'path', 'fileDigest', 'spanDigest') && isStretch(span) && isAbsentOr(span['headings'], areTexts) && isAbsentOr(span['stretches'], (stretches) => isList(stretches, isStretch))

const isStretch = ({ start, end }: Fields): boolean => typeof start === 'number' && typeof end === 'number'

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown, isItem: (item: Fields) => boolean): boolean => Array.isArray(value) && value.every((item) => isObject(item) && isItem(item))

const isAbsentOr = (value: unknown, fits: (value: unknown) => boolean): boolean => value === undefined || fits(value)

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')

const holdTexts = (value: Fields, ...keys: readonly string[]): boolean => keys.every((key) => typeof value[key] === 'string')

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
