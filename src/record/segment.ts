import type { Receipt, SegmentAnchor } from '../model/records/receipt.ts'
import { canonicalJson } from '../text/bytes/canonical-json.ts'
import { digest } from '../text/bytes/digest.ts'

export interface SegmentLine {
  /** Counted from 1. */
  readonly line: number
  /** Absent if the line is not a record, or not in canonical form. */
  readonly receipt?: Receipt
}

interface SegmentHead {
  /** The link that the first record follows. */
  readonly link: string
  /** The segment's own name; absent in version 1. */
  readonly segment?: string
  /** This segment and all older ones were removed because of their age. */
  readonly retired?: string
  /** The record that a segment of version 1 follows; in later versions the records have anchors. */
  readonly after?: SegmentAnchor
}

export interface Segment {
  /** `undefined` if the first line is not the head of a segment. */
  readonly head: SegmentHead | undefined
  readonly lines: readonly SegmentLine[]
  /** The last line is incomplete: it is being written, or its writer was stopped. It was never acknowledged. */
  readonly unfinished: boolean
}

/** Reads the complete lines of a segment; never throws. */
export function readSegment(text: string): Segment {
  const end = text.lastIndexOf('\n') + 1
  const complete = text.slice(0, end).split('\n').slice(0, -1)
  const head = headOf(complete[0] ?? '')
  const from = head ? 1 : 0
  const form = head?.segment === undefined ? JSON.stringify : canonicalJson
  const lines = complete.slice(from).map((written, i): SegmentLine => {
    const receipt = receiptOf(written, [form])
    return { line: from + i + 1, ...(receipt ? { receipt } : {}) }
  })
  return { head, lines, unfinished: end < text.length }
}

function headOf(line: string): SegmentHead | undefined {
  const { kind, segment, retired, after } = parsed(line) ?? {}
  if (kind !== 'segment') return undefined
  if (isText(segment) && isAbsentOr(retired, isText)) {
    if (line !== canonicalJson({ kind, schemaVersion: 2, segment, retired })) return undefined
    return { link: digest(line), segment, ...(isText(retired) ? { retired } : {}) }
  }
  const anchor = isAnchor(after) ? { segment: after.segment, link: after.link } : undefined
  if (line !== JSON.stringify({ kind, schemaVersion: 1, after: anchor })) return undefined
  return { link: anchor?.link ?? '', ...(anchor ? { after: anchor } : {}) }
}

type Serialise = (value: object) => string

/** A record whose line is canonical: no duplicate keys, no spaces, no alternative spelling. */
export function receiptOf(
  line: string,
  forms: readonly Serialise[] = [canonicalJson, JSON.stringify],
): Receipt | undefined {
  const value = parsed(line)
  if (!value || !isReceipt(value) || !forms.some((form) => form(value) === line)) return undefined
  return value as unknown as Receipt
}

type Fields = Readonly<Record<string, unknown>>

/** Whether a value has every field that computations use, whatever wrote the line. */
function isReceipt(value: Fields): boolean {
  return (
    holdTexts(value, 'id', 'time', 'task', 'fencedDigest', 'proof', 'link') &&
    isObject(value['requester']) &&
    isList(value['decisions'], isDecision) &&
    isList(value['spans'], isSpan) &&
    isAbsentOr(value['anchors'], (anchors) => isList(anchors, isAnchor)) &&
    isAbsentOr(value['named'], areTexts) &&
    isAbsentOr(value['sources'], (sources) => isList(sources, (source) => holdTexts(source, 'ref')))
  )
}

const isDecision = (decision: Fields): boolean =>
  holdTexts(decision, 'ref', 'verdict') &&
  isList(decision['reasons'], (reason) => holdTexts(reason, 'gate', 'verdict', 'code'))

const isSpan = (span: Fields): boolean =>
  holdTexts(span, 'ref', 'path', 'fileDigest', 'spanDigest') &&
  isStretch(span) &&
  isAbsentOr(span['headings'], areTexts) &&
  isAbsentOr(span['stretches'], (stretches) => isList(stretches, isStretch))

const isStretch = ({ start, end }: Fields): boolean => typeof start === 'number' && typeof end === 'number'

const isAnchor = (anchor: unknown): anchor is SegmentAnchor => isObject(anchor) && holdTexts(anchor, 'segment', 'link')

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown, isItem: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isObject(item) && isItem(item))

const isAbsentOr = (value: unknown, fits: (value: unknown) => boolean): boolean => value === undefined || fits(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const holdTexts = (value: Fields, ...keys: readonly string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string')

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
