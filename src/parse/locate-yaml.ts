import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, getScalarValue, type Event, type ScalarEvent } from 'js-yaml'
import type { Span } from '../model/diagnostic.ts'
import { wantedTree, type Located, type Wanted } from './tree.ts'

interface Frame {
  readonly map: boolean
  readonly wanted: Wanted | undefined
  index: number
  /** The key that waits for its value. */
  key: ScalarEvent | undefined
}

/** One pass over the events; only branches that somebody asked about are decoded. */
export function locateInYaml(events: readonly Event[], text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>()
  const frames: Frame[] = []
  const root = wantedTree(pointers)
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const parent = frames.at(-1)
    if (parent?.map && parent.key === undefined && event.type === EVENT_ID.SCALAR) {
      parent.key = event
      continue
    }
    const wanted = parent ? childOf(parent, text) : root
    const key = parent?.key
    if (parent) {
      parent.key = undefined
      parent.index += 1
    }
    if (wanted?.pointer !== undefined && !found.has(wanted.pointer)) found.set(wanted.pointer, placeOf(event, key, text))
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      frames.push({ map: event.type === EVENT_ID.MAPPING, wanted, index: 0, key: undefined })
    }
  }
  return found
}

function childOf(parent: Frame, text: string): Wanted | undefined {
  if (parent.wanted === undefined || parent.wanted.children.size === 0) return undefined
  const name = parent.map ? (parent.key ? getScalarValue(text, parent.key) : '') : String(parent.index)
  return parent.wanted.children.get(name)
}

function placeOf(event: Exclude<Event, { type: 1 | 6 }>, keyEvent: ScalarEvent | undefined, text: string): Located {
  const key = keyEvent ? scalarSpan(keyEvent) : undefined
  const value = valueSpan(event, text) ?? key ?? { start: 0, end: 0 }
  return key ? { value, key } : { value }
}

function valueSpan(event: Exclude<Event, { type: 1 | 6 }>, text: string): Span | undefined {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart < 0 ? undefined : scalarSpan(event)
    case EVENT_ID.ALIAS:
      return { start: event.anchorStart - 1, end: event.anchorEnd }
    default:
      return { start: event.start, end: event.style === COLLECTION_STYLE.FLOW ? event.start + 1 : lineEnd(text, event.start) }
  }
}

function scalarSpan(event: ScalarEvent): Span {
  const quote = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0
  return { start: event.valueStart - quote, end: event.valueEnd + quote }
}

function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 10 || unit === 13) return i
  }
  return text.length
}
