import { EVENT_ID, SCALAR_STYLE, getScalarValue, type DocumentEvent, type Event, type ScalarEvent } from 'js-yaml'
import type { Span } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { coreScalar } from './core-scalar.ts'
import { endOf, locateInYaml, scalarSpan } from './locate-yaml.ts'
import { WrittenNumbers, pointer } from './tree.ts'
import type { YamlProblem } from './yaml.ts'

interface ListFrame {
  readonly kind: 'list'
  readonly items: unknown[]
}

interface MapFrame {
  readonly kind: 'map'
  readonly object: Record<string, unknown>
  /** The key whose value is not read yet. */
  key: string | undefined
  /** The newest key; absent when it cannot be used and its value is dropped. */
  keyEvent: ScalarEvent | undefined
}

const awaitsKey = (frame: ListFrame | MapFrame | undefined): frame is MapFrame =>
  frame?.kind === 'map' && frame.key === undefined

const mostProblems = 100

export const tooDeep = `The YAML nests deeper than ${limits.depth} levels.`

/** Builds plain values from parser events, and reports what a safe document must not contain. */
export class YamlBuilder {
  readonly problems: YamlProblem[] = []
  readonly numbers = new WrittenNumbers()
  readonly #text: string
  readonly #frames: (ListFrame | MapFrame)[] = []
  #root: unknown

  constructor(text: string) {
    this.#text = text
  }

  build(events: readonly Event[]): unknown {
    let documents = 0
    for (let index = 0; index < events.length; index++) {
      const event = events[index]
      if (event === undefined) break
      if (event.type === EVENT_ID.DOCUMENT) {
        documents += 1
        if (documents > 1) {
          this.#problem(
            'invalid',
            'The file contains more than one YAML document.',
            secondStart(events, index, this.#text),
          )
          break
        }
        this.#checkDirectives(event)
      } else this.#take(event)
    }
    this.#relateDuplicates(events)
    return this.#root
  }

  #take(event: Exclude<Event, DocumentEvent>): void {
    switch (event.type) {
      case EVENT_ID.SCALAR:
        this.#scalar(event)
        break
      case EVENT_ID.SEQUENCE:
        this.#checkTag(event, '!!seq')
        this.#open({ kind: 'list', items: [] }, event.start)
        break
      case EVENT_ID.MAPPING:
        this.#checkTag(event, '!!map')
        this.#open({ kind: 'map', object: {}, key: undefined, keyEvent: undefined }, event.start)
        break
      case EVENT_ID.ALIAS:
        this.#problem('unsafe', 'The document uses an alias.', { start: event.anchorStart - 1, end: event.anchorEnd })
        if (!this.#dropsPair()) this.#add(null, undefined)
        break
      case EVENT_ID.POP:
        this.#frames.pop()
        break
    }
  }

  #open(frame: ListFrame | MapFrame, at: number): void {
    if (this.#dropsPair())
      this.#problem('invalid', 'A key is a list or a mapping; keys are text.', { start: at, end: at + 1 })
    else this.#add(frame.kind === 'list' ? frame.items : frame.object, undefined)
    if (this.#frames.length === limits.depth) this.#problem('limit', tooDeep, { start: at, end: at + 1 })
    this.#frames.push(frame)
  }

  /** A key must be a scalar; otherwise the pair is dropped. */
  #dropsPair(): boolean {
    const parent = this.#frames.at(-1)
    if (!awaitsKey(parent)) return false
    parent.key = ''
    parent.keyEvent = undefined
    return true
  }

  #scalar(event: ScalarEvent): void {
    const source = getScalarValue(this.#text, event)
    if (source.length > limits.textLength) {
      this.#problem('limit', `A text is longer than ${limits.textLength} characters.`, {
        start: event.valueStart,
        end: event.valueStart + 1,
      })
    }
    const parent = this.#frames[this.#frames.length - 1]
    if (!awaitsKey(parent)) {
      this.#add(this.#resolve(event, source), source)
      return
    }
    this.#checkTag(event, '!!str')
    // Other parsers would merge it, so a restriction written that way must not be dropped.
    if (source === '<<' && event.style === SCALAR_STYLE.PLAIN)
      this.#problem('unsafe', 'The document uses a merge key.', { start: event.valueStart, end: event.valueEnd })
    parent.key = source
    parent.keyEvent = event
  }

  #resolve(event: ScalarEvent, source: string): unknown {
    const value = event.style === SCALAR_STYLE.PLAIN ? coreScalar(source) : source
    if (event.tagStart < 0) return value
    const tag = this.#text.slice(event.tagStart, event.tagEnd)
    if (tag === '!!str' || tag === '!' || tag === '!!timestamp') return source
    const fits =
      (tag === '!!null' && value === null) ||
      (tag === '!!bool' && typeof value === 'boolean') ||
      ((tag === '!!int' || tag === '!!float') && typeof value === 'number')
    if (!fits) this.#unsafeTag(event)
    return value
  }

  #checkTag(event: { readonly tagStart: number; readonly tagEnd: number }, allowed: string): void {
    if (event.tagStart < 0) return
    const tag = this.#text.slice(event.tagStart, event.tagEnd)
    if (tag !== '!' && tag !== allowed) this.#unsafeTag(event)
  }

  #unsafeTag({ tagStart: start, tagEnd: end }: { readonly tagStart: number; readonly tagEnd: number }): void {
    this.#problem('unsafe', `The document uses the tag "${shorten(this.#text.slice(start, end))}".`, { start, end })
  }

  /** A declared prefix could make `!!str` mean anything. */
  #checkDirectives(event: DocumentEvent): void {
    if (!event.directives.some((directive) => directive.kind === 'tag')) return
    const start = Math.max(0, this.#text.search(/^%TAG/m))
    this.#problem('unsafe', 'The document declares a tag prefix.', { start, end: start + 4 })
  }

  #add(value: unknown, source: string | undefined): void {
    const parent = this.#frames[this.#frames.length - 1]
    if (parent === undefined) {
      this.#root = value
      return
    }
    if (parent.kind === 'list') {
      if (typeof value === 'number' && source !== undefined)
        this.numbers.note(parent.items, parent.items.length, value, source)
      parent.items.push(value)
      return
    }
    this.#addPair(parent, value, source)
  }

  #addPair(parent: MapFrame, value: unknown, source: string | undefined): void {
    const { key, keyEvent, object } = parent
    parent.key = undefined
    if (key === undefined || keyEvent === undefined) return
    if (Object.hasOwn(object, key)) {
      this.#problem(
        'duplicate',
        `The key "${shorten(key)}" occurs twice in one mapping.`,
        scalarSpan(keyEvent),
        this.#pointer(),
      )
      return
    }
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
    else object[key] = value
    if (typeof value === 'number' && source !== undefined) this.numbers.note(object, key, value, source)
  }

  /** Pointer to the newest key of the innermost mapping. */
  #pointer(): string {
    return pointer(
      ...this.#frames.map((frame) => {
        if (frame.kind === 'list') return frame.items.length - 1
        return frame.keyEvent ? getScalarValue(this.#text, frame.keyEvent) : ''
      }),
    )
  }

  #relateDuplicates(events: readonly Event[]): void {
    const pointers = new Set<string>()
    for (const problem of this.problems) if (problem.pointer !== undefined) pointers.add(problem.pointer)
    if (pointers.size === 0) return
    const first = locateInYaml(events, this.#text, pointers)
    for (const [index, problem] of this.problems.entries()) {
      const span = problem.pointer === undefined ? undefined : first.get(problem.pointer)?.key
      if (span && problem.pointer !== undefined)
        this.problems[index] = {
          ...problem,
          related: { message: 'It first occurs here.', pointer: problem.pointer, span },
        }
    }
  }

  #problem(kind: YamlProblem['kind'], message: string, span: Span, at?: string): void {
    if (this.problems.length < mostProblems)
      this.problems.push({ kind, message, span, ...(at === undefined ? {} : { pointer: at }) })
  }
}

/** Limits how much of the document a message quotes. */
const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The marker before a second document: the first one after the end of the first document. */
function secondStart(events: readonly Event[], index: number, text: string): Span {
  let from = 0
  for (let i = index - 1; i >= 0 && from === 0; i--) from = endOf(events[i])
  const start = from + Math.max(0, text.slice(from).search(/^(?:---|\.\.\.)/m))
  return { start, end: start + 3 }
}
