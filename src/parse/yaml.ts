import { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents, type Event, type ScalarEvent } from 'js-yaml'
import type { Span } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { coreScalar } from './core-scalar.ts'
import { locateInYaml } from './locate-yaml.ts'
import { WrittenNumbers, type Tree } from './tree.ts'

export interface YamlProblem {
  readonly kind: 'invalid' | 'unsafe' | 'duplicate' | 'limit'
  readonly message: string
  readonly span: Span
}

export interface YamlResult {
  /** Absent when there is a problem. */
  readonly tree?: Tree
  readonly problems: readonly YamlProblem[]
}

/**
 * YAML 1.2 core schema without tags, aliases or merge keys. The parser's events are kept, so that places are
 * found without a second parse and only when something is reported.
 */
export function parseYaml(text: string): YamlResult {
  let events: Event[]
  try {
    events = parseEvents(text, { maxDepth: limits.depth })
  } catch (error) {
    return { problems: [syntaxProblem(error, text)] }
  }
  if (events.length > limits.nodes) {
    return { problems: [{ kind: 'limit', message: `The document has more than ${limits.nodes} nodes.`, span: { start: 0, end: 0 } }] }
  }
  const builder = new Builder(text)
  const value = builder.build(events)
  if (builder.problems.length > 0) return { problems: builder.problems }
  return { tree: { value, numbers: builder.numbers, locate: (wanted) => locateInYaml(events, text, wanted) }, problems: [] }
}

function syntaxProblem(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException)) {
    return { kind: 'invalid', message: 'The YAML cannot be read.', span: { start: 0, end: 0 } }
  }
  const at = Math.min(error.mark?.position ?? 0, text.length)
  const kind = error.reason.startsWith('nesting exceeded') ? 'limit' : 'invalid'
  return { kind, message: `The YAML cannot be read: ${error.reason}.`, span: { start: at, end: at + 1 } }
}

type Frame =
  | { readonly kind: 'list'; readonly items: unknown[] }
  | { readonly kind: 'map'; readonly object: Record<string, unknown>; key: string | undefined; keyEvent: ScalarEvent | undefined; complexKey: boolean }

const tagOf = (event: { tagStart: number; tagEnd: number }, text: string): string =>
  event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd)

class Builder {
  readonly problems: YamlProblem[] = []
  readonly numbers = new WrittenNumbers()
  readonly #text: string
  readonly #frames: Frame[] = []
  #root: unknown
  #documents = 0

  constructor(text: string) {
    this.#text = text
  }

  build(events: readonly Event[]): unknown {
    for (const event of events) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          this.#documents += 1
          if (this.#documents === 2) this.#problem('invalid', 'The file holds more than one YAML document.', this.#text.indexOf('---', 1), 3)
          break
        case EVENT_ID.SCALAR:
          this.#scalar(event)
          break
        case EVENT_ID.SEQUENCE:
          this.#checkTag(event, '!!seq')
          this.#open({ kind: 'list', items: [] }, event.start)
          break
        case EVENT_ID.MAPPING:
          this.#checkTag(event, '!!map')
          this.#open({ kind: 'map', object: {}, key: undefined, keyEvent: undefined, complexKey: false }, event.start)
          break
        case EVENT_ID.ALIAS:
          this.#problem('unsafe', 'The document uses an alias.', event.anchorStart - 1, event.anchorEnd - event.anchorStart + 1)
          this.#add(null, undefined)
          break
        case EVENT_ID.POP:
          this.#frames.pop()
          break
      }
    }
    return this.#root
  }

  #open(frame: Frame, at: number): void {
    const parent = this.#frames.at(-1)
    if (parent?.kind === 'map' && parent.key === undefined) {
      this.#problem('invalid', 'A key is a list or a mapping; keys are text.', at, 1)
      parent.complexKey = true
    }
    this.#add(frame.kind === 'list' ? frame.items : frame.object, undefined)
    this.#frames.push(frame)
  }

  #scalar(event: ScalarEvent): void {
    const source = getScalarValue(this.#text, event)
    if (source.length > limits.textLength) {
      this.#problem('limit', `A text is longer than ${limits.textLength} characters.`, event.valueStart, 1)
    }
    const parent = this.#frames.at(-1)
    if (parent?.kind === 'map' && parent.key === undefined) {
      this.#checkTag(event, '!!str')
      parent.key = source
      parent.keyEvent = event
      return
    }
    this.#add(this.#resolve(event, source), source)
  }

  #resolve(event: ScalarEvent, source: string): unknown {
    const tag = tagOf(event, this.#text)
    if (tag === '!!str' || tag === '!') return source
    const value = event.style === SCALAR_STYLE.PLAIN ? coreScalar(source) : source
    if (tag === '') return value
    const fits =
      (tag === '!!null' && value === null) ||
      (tag === '!!bool' && typeof value === 'boolean') ||
      ((tag === '!!int' || tag === '!!float') && typeof value === 'number')
    if (!fits) this.#problem('unsafe', `The document uses the tag "${tag}".`, event.tagStart, tag.length)
    return value
  }

  #checkTag(event: { tagStart: number; tagEnd: number }, allowed: string): void {
    const tag = tagOf(event, this.#text)
    if (tag !== '' && tag !== '!' && tag !== allowed) this.#problem('unsafe', `The document uses the tag "${tag}".`, event.tagStart, tag.length)
  }

  #add(value: unknown, source: string | undefined): void {
    const parent = this.#frames.at(-1)
    if (!parent) {
      this.#root = value
      return
    }
    if (parent.kind === 'list') {
      if (typeof value === 'number' && source !== undefined) this.numbers.note(parent.items, parent.items.length, value, source)
      parent.items.push(value)
      return
    }
    if (parent.complexKey) {
      parent.complexKey = false
      parent.key = ''
      return
    }
    const { key, keyEvent, object } = parent
    parent.key = undefined
    if (key === undefined || keyEvent === undefined) return
    if (Object.hasOwn(object, key)) {
      this.#problem('duplicate', `The key "${key.slice(0, 80)}" stands twice in one mapping.`, keyEvent.valueStart, keyEvent.valueEnd - keyEvent.valueStart)
      return
    }
    if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
    else object[key] = value
    if (typeof value === 'number' && source !== undefined) this.numbers.note(object, key, value, source)
  }

  #problem(kind: YamlProblem['kind'], message: string, start: number, length: number): void {
    if (this.problems.length < 100) this.problems.push({ kind, message, span: { start: Math.max(0, start), end: Math.max(0, start) + length } })
  }
}
