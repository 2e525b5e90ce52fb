import {
  COLLECTION_STYLE,
  EVENT_ID,
  SCALAR_STYLE,
  getScalarValue,
  type AliasEvent,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml'
import type { Span } from '../../model/codes/diagnostic.ts'
import { wantedTree, type Located, type Wanted } from './tree.ts'

type NodeEvent = ScalarEvent | SequenceEvent | MappingEvent | AliasEvent

interface Frame {
  readonly map: boolean
  readonly wanted: Wanted | undefined
  index: number
  /** The key whose value is not read yet. */
  key: NodeEvent | undefined
}

/** One pass over the events; only requested branches are decoded. The first of equal keys is found. */
export function locateInYaml(
  events: readonly Event[],
  text: string,
  pointers: ReadonlySet<string>,
): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>()
  const frames: Frame[] = []
  const root = wantedTree(pointers)
  let end = 0
  for (const event of events) {
    if (found.size === pointers.size) break
    if (event.type === EVENT_ID.DOCUMENT) continue
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const parent = frames[frames.length - 1]
    const isKey = parent?.map === true && parent.key === undefined
    const wanted = isKey ? undefined : wantedIn(parent, text, root)
    const absent = !isKey && event.type === EVENT_ID.SCALAR && event.valueStart < 0
    const value = absent ? absentSpan(parent, event, end, text) : undefined
    if (wanted?.pointer !== undefined && !found.has(wanted.pointer))
      found.set(wanted.pointer, placeOf(event, value, parent?.key, text))
    if (parent) advance(parent, isKey ? event : undefined)
    end = Math.max(end, value?.end ?? 0, endOf(event))
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      frames.push({ map: event.type === EVENT_ID.MAPPING, wanted, index: 0, key: undefined })
    }
  }
  return found
}

function advance(parent: Frame, key: NodeEvent | undefined): void {
  parent.key = key
  if (key === undefined) parent.index += 1
}

function wantedIn(parent: Frame | undefined, text: string, root: Wanted): Wanted | undefined {
  if (!parent) return root
  if (parent.wanted === undefined || parent.wanted.children.size === 0) return undefined
  if (!parent.map) return parent.wanted.children.get(String(parent.index))
  return parent.key?.type === EVENT_ID.SCALAR ? parent.wanted.children.get(getScalarValue(text, parent.key)) : undefined
}

function placeOf(event: NodeEvent, absent: Span | undefined, keyEvent: NodeEvent | undefined, text: string): Located {
  const key = keyEvent?.type === EVENT_ID.SCALAR && keyEvent.valueStart >= 0 ? scalarSpan(keyEvent) : undefined
  const value = absent ?? valueSpan(event, key, text)
  return { value, ...(key ? { key } : {}), ...(isInline(event) ? { inline: true } : {}) }
}

function isInline(event: NodeEvent): boolean {
  return event.type === EVENT_ID.SCALAR && event.valueStart >= 0 && event.tagStart < 0 && !isBlock(event)
}

function isBlock(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK
}

function valueSpan(event: NodeEvent, key: Span | undefined, text: string): Span {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return isBlock(event) ? blockSpan(event, key, text) : scalarSpan(event)
    case EVENT_ID.ALIAS:
      return { start: event.anchorStart - 1, end: event.anchorEnd }
    default:
      return {
        start: event.start,
        end: event.style === COLLECTION_STYLE.FLOW ? event.start + 1 : lineEnd(text, event.start),
      }
  }
}

/** A plain or quoted scalar, its quotes included. */
export function scalarSpan(event: ScalarEvent): Span {
  const quote = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0
  return { start: Math.max(0, event.valueStart - quote), end: Math.max(0, event.valueEnd + quote) }
}

/** From the `|` or `>` to the last line, its break excluded. */
function blockSpan(event: ScalarEvent, key: Span | undefined, text: string): Span {
  const headerEnd = backOverBreak(text, event.valueStart)
  let lineStart = headerEnd
  while (lineStart > 0 && !isBreak(text.charCodeAt(lineStart - 1))) lineStart -= 1
  let start = Math.max(lineStart, key?.end ?? 0, event.tagEnd, event.anchorEnd)
  while (start < headerEnd && text[start] !== '|' && text[start] !== '>') start += 1
  return { start, end: Math.max(headerEnd, backOverBreak(text, event.valueEnd)) }
}

/** The position of an absent value: the dash of an empty list item, else the key or what precedes it. */
function absentSpan(parent: Frame | undefined, event: ScalarEvent, end: number, text: string): Span {
  if (parent?.map)
    return parent.key?.type === EVENT_ID.SCALAR && parent.key.valueStart >= 0
      ? scalarSpan(parent.key)
      : { start: end, end }
  if (event.tagStart >= 0) return { start: event.tagStart, end: event.tagEnd }
  if (event.anchorStart >= 0) return { start: event.anchorStart - 1, end: event.anchorEnd }
  const dash = parent ? nextToken(text, end) : end
  return text[dash] === '-' ? { start: dash, end: dash + 1 } : { start: end, end }
}

/** The next character that is neither space, comment nor the end of the item before. */
function nextToken(text: string, from: number): number {
  let i = from
  while (i < text.length) {
    const unit = text[i] ?? ''
    if (unit === '#') i = lineEnd(text, i)
    else if (' \t\r\n]},:'.includes(unit)) i += 1
    else break
  }
  return i
}

/** Where an event ends in the text; `0` when unknown. */
export function endOf(event: Event | undefined): number {
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return Math.max(0, scalarSpan(event).end, event.tagEnd, event.anchorEnd)
    case EVENT_ID.ALIAS:
      return event.anchorEnd
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.style === COLLECTION_STYLE.FLOW ? event.start + 1 : event.start
    default:
      return 0
  }
}

const isBreak = (unit: number): boolean => unit === 10 || unit === 13

function backOverBreak(text: string, from: number): number {
  let at = from
  while (at > 0 && isBreak(text.charCodeAt(at - 1))) at -= 1
  return at
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !isBreak(text.charCodeAt(at))) at += 1
  return at
}
