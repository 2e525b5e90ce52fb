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

const texts = ['id', 'time', 'task', 'fencedDigest', 'proof', 'link']
const lists = ['decisions', 'spans']

export function receiptOf(line: string): Receipt | undefined {
  const value = parsed(line)
  const isReceipt = value && texts.every((key) => typeof value[key] === 'string') && lists.every((key) => isListOfObjects(value[key]))
  return isReceipt ? (value as unknown as Receipt) : undefined
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
