/**
 * A matcher for the plain part of regular expressions that cannot backtrack: its time is the length of the line times
 * the size of the pattern, whoever wrote the pattern. It knows literals, `.`, classes, groups, `|`, `* + ?`, `{n,m}`,
 * `^`, `$` and `\b \d \s \w`.
 */
interface LinearPattern {
  test(line: string): boolean
}

const mostStates = 2000
const mostRepeats = 200
/** A longer line matches nothing: a part of it would not show where the line ends. */
const lineLength = 2000

type Test = (code: number) => boolean
type Assertion = 'start' | 'end' | 'word' | 'not-word'

/** One step of the machine: a character, a condition on the place, or one or two ways on. */
interface State {
  readonly accepts?: Test
  readonly assertion?: Assertion
  next: number
  other: number
}

type Node =
  | { readonly kind: 'character'; readonly accepts: Test }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

/** The pattern, or `undefined` where it uses more than the plain part or is too large. */
export const linearPattern = (source: string): LinearPattern | undefined => linearPatterns([source])

/** Matches where any of the patterns does, in one pass. Patterns that `linearPattern` does not support are skipped. */
export function linearPatterns(sources: readonly string[]): LinearPattern | undefined {
  const machine = new Machine()
  const starts = sources.flatMap((source) => {
    const { body, foldCase } = withoutFlags(source)
    const node = new Reader(body, foldCase).read()
    return (node && machine.addPattern(node)) ?? []
  })
  return starts.length === 0 ? undefined : { test: lineTest(machine, starts) }
}

const withoutFlags = (source: string): { readonly body: string; readonly foldCase: boolean } =>
  source.startsWith('(?i)') ? { body: source.slice(4), foldCase: true } : { body: source, foldCase: false }

class Reader {
  readonly #source: string
  readonly #foldCase: boolean
  #at = 0
  #depth = 0

  constructor(source: string, foldCase: boolean) {
    this.#source = source
    this.#foldCase = foldCase
  }

  read(): Node | undefined {
    const node = this.#choice()
    return node && this.#at === this.#source.length ? node : undefined
  }

  #choice(): Node | undefined {
    const parts: Node[] = []
    do {
      const part = this.#sequence()
      if (!part) return undefined
      parts.push(part)
    } while (this.#skip('|'))
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts }
  }

  #sequence(): Node | undefined {
    const parts: Node[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const part = this.#repeated()
      if (!part) return undefined
      parts.push(part)
    }
    return { kind: 'sequence', parts }
  }

  #repeated(): Node | undefined {
    let part = this.#atom()
    while (part) {
      const bounds = this.#bounds()
      if (bounds === 'none') return part
      if (bounds === 'unknown') return undefined
      part = { kind: 'repeat', part, ...bounds }
      // A lazy quantifier matches the same lines.
      this.#skip('?')
    }
    return undefined
  }

  #bounds(): { readonly least: number; readonly most: number } | 'none' | 'unknown' {
    if (this.#skip('*')) return { least: 0, most: Infinity }
    if (this.#skip('+')) return { least: 1, most: Infinity }
    if (this.#skip('?')) return { least: 0, most: 1 }
    const counted = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(this.#source.slice(this.#at, this.#at + 10))
    if (!counted) return 'none'
    this.#at += counted[0].length
    const [, from, comma, to] = counted
    const least = Number(from)
    const open = to === '' ? Infinity : Number(to)
    const most = comma === undefined ? least : open
    return least > mostRepeats || (most !== Infinity && (most > mostRepeats || most < least))
      ? 'unknown'
      : { least, most }
  }

  #atom(): Node | undefined {
    const character = this.#source[this.#at] ?? ''
    if (character === '(') return this.#group()
    this.#at += 1
    if (character === '^') return { kind: 'assertion', assertion: 'start' }
    if (character === '$') return { kind: 'assertion', assertion: 'end' }
    if (character === '.') return { kind: 'character', accepts: (code) => code !== 10 && code !== 13 }
    if (character === '[') return this.#class()
    if (character === '\\') return this.#escape()
    return '*+?'.includes(character) ? undefined : this.#literal(character)
  }

  #group(): Node | undefined {
    if (++this.#depth > 50) return undefined
    this.#at += 1
    if (this.#source[this.#at] === '?' && !this.#skip('?:')) return undefined
    const node = this.#choice()
    this.#depth -= 1
    return node && this.#skip(')') ? node : undefined
  }

  #escape(): Node | undefined {
    const letter = this.#source[this.#at++]
    if (letter === 'b' || letter === 'B') return { kind: 'assertion', assertion: letter === 'b' ? 'word' : 'not-word' }
    const accepts = this.#escaped(letter)
    return accepts && { kind: 'character', accepts }
  }

  #escaped(letter: string | undefined): Test | undefined {
    if (letter === undefined) return undefined
    const known = escapes[letter]
    if (known) return known
    return /[A-Za-z0-9]/.test(letter) ? undefined : (code) => code === letter.codePointAt(0)
  }

  #literal(character: string): Node {
    const code = character.charCodeAt(0)
    if (!this.#foldCase) return { kind: 'character', accepts: (other) => other === code }
    const lower = character.toLowerCase()
    return { kind: 'character', accepts: (other) => String.fromCharCode(other).toLowerCase() === lower }
  }

  #class(): Node | undefined {
    const negated = this.#skip('^')
    const tests: Test[] = []
    for (let first = true; ; first = false) {
      const character = this.#source[this.#at++]
      if (character === undefined || (first && character === ']')) return undefined
      if (character === ']') break
      const one = character === '\\' ? this.#escaped(this.#source[this.#at++]) : character.charCodeAt(0)
      if (one === undefined) return undefined
      if (typeof one === 'function') tests.push(one)
      else tests.push(this.#range(one))
    }
    const accepts = (code: number): boolean => tests.some((test) => test(code)) !== negated
    return { kind: 'character', accepts }
  }

  #range(from: number): Test {
    const isRange = this.#source[this.#at] === '-' && !['\\', ']', undefined].includes(this.#source[this.#at + 1])
    const to = isRange ? this.#source.charCodeAt(this.#at + 1) : from
    if (isRange) this.#at += 2
    if (!this.#foldCase) return (code) => code >= from && code <= to
    const within = (code: number): boolean => code >= from && code <= to
    return (code) =>
      within(String.fromCharCode(code).toLowerCase().charCodeAt(0)) ||
      within(String.fromCharCode(code).toUpperCase().charCodeAt(0))
  }

  #skip(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isWord = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
const isSpace = (code: number): boolean => /\s/.test(String.fromCharCode(code))
const escapes: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isSpace,
  S: (code) => !isSpace(code),
  t: (code) => code === 9,
  n: (code) => code === 10,
  r: (code) => code === 13,
}

class Machine {
  /** The last state accepts. */
  readonly end = 0
  readonly #states: State[] = [{ next: -1, other: -1 }]
  #room = 0

  /** The first state of a pattern; `undefined` where it is too large. */
  addPattern(node: Node): number | undefined {
    this.#room = this.#states.length + mostStates
    return this.#add(node, this.end)
  }

  /** The first state of a node that is followed by `next`. */
  #add(node: Node, next: number): number | undefined {
    if (this.#states.length > this.#room) return undefined
    if (node.kind === 'character') return this.#state({ accepts: node.accepts, next, other: -1 })
    if (node.kind === 'assertion') return this.#state({ assertion: node.assertion, next, other: -1 })
    if (node.kind === 'sequence') {
      let start: number | undefined = next
      for (const part of [...node.parts].reverse()) start = start === undefined ? undefined : this.#add(part, start)
      return start
    }
    if (node.kind === 'choice')
      return node.parts
        .map((part) => this.#add(part, next))
        .reduce((first, second) =>
          first === undefined || second === undefined ? undefined : this.#state({ next: first, other: second }),
        )
    return this.#repeat(node, next)
  }

  #repeat({ part, least, most }: Extract<Node, { kind: 'repeat' }>, next: number): number | undefined {
    let start: number | undefined = next
    if (most === Infinity) {
      const loop = this.#state({ next: -1, other: next })
      const body = this.#add(part, loop)
      if (body === undefined) return undefined
      ;(this.#states[loop] as State).next = body
      start = loop
    } else
      for (let count = least; count < most && start !== undefined; count++) {
        const body = this.#add(part, start)
        start = body === undefined ? undefined : this.#state({ next: body, other: next })
      }
    for (let count = 0; count < least && start !== undefined; count++) start = this.#add(part, start)
    return start
  }

  #state(state: State): number {
    return this.#states.push(state) - 1
  }

  /** Whether a match from this state can only begin at the start of a line. */
  isAnchored(start: number): boolean {
    const pending = new Set([start])
    for (const state of pending) {
      if (state < 0) continue
      const { accepts, assertion, next, other } = this.#states[state] as State
      if (accepts || state === this.end) return false
      if (assertion !== 'start') pending.add(next).add(other)
    }
    return true
  }

  /** The states after a character, or `matched`, or `missed` if the line can no longer match. */
  after({ states, isStart, afterWord }: Place, code: number, again: readonly number[]): Place {
    const reached = this.#reached(states, (assertion) => {
      if (assertion === 'start') return isStart
      if (assertion === 'end') return code === endOfLine
      return (afterWord !== isWord(code)) === (assertion === 'word')
    })
    if (!reached) return matched
    const next = new Set(again)
    for (const state of reached) {
      const { accepts, next: follower } = this.#states[state] as State
      if (accepts?.(code)) next.add(follower)
    }
    if (code === endOfLine || next.size === 0) return missed
    return placeOf(
      [...next].sort((a, b) => a - b),
      { isStart: false, afterWord: isWord(code) },
    )
  }

  /** The states that wait for a character, reachable without reading one; `undefined` if the end is reachable. */
  #reached(from: readonly number[], holds: (assertion: Assertion) => boolean): readonly number[] | undefined {
    const pending = new Set(from)
    const reached: number[] = []
    for (const state of pending) {
      if (state === this.end) return undefined
      if (state < 0) continue
      const { accepts, assertion, next, other } = this.#states[state] as State
      if (accepts) reached.push(state)
      else if (!assertion || holds(assertion)) pending.add(next).add(other)
    }
    return reached
  }
}

/** The states of a machine within a line, with a cache of its next places by character. */
interface Place {
  readonly states: readonly number[]
  readonly isStart: boolean
  readonly afterWord: boolean
  readonly next: Map<number, Place>
}

const placeOf = (states: readonly number[], before: Pick<Place, 'isStart' | 'afterWord'>): Place => ({
  states,
  ...before,
  next: new Map(),
})
const matched = placeOf([], { isStart: false, afterWord: false })
const missed = placeOf([], { isStart: false, afterWord: false })

/** A character that no line has. */
const endOfLine = -1
/** States that are cached: the lines of an output are alike. */
const mostRemembered = 100_000
/** States visited for all lines together; later lines match nothing. Bundled patterns need some thousands. */
const mostVisited = 5_000_000

function lineTest(machine: Machine, starts: readonly number[]): LinearPattern['test'] {
  // A match may begin anywhere, unless the pattern is anchored.
  const again = starts.filter((start) => !machine.isAnchored(start))
  const beginning = (): Place => placeOf(starts, { isStart: true, afterWord: false })
  let first = beginning()
  let places = new Map<string, Place>()
  let remembered = 0
  let visited = 0
  const step = (place: Place, code: number): Place => {
    visited += 1 + place.states.length
    if (visited > mostVisited) return missed
    const after = machine.after(place, code, again)
    const key = `${after.afterWord} ${after.states.join(' ')}`
    const known = after === matched || after === missed ? after : (places.get(key) ?? after)
    remembered += 1 + after.states.length
    if (remembered > mostRemembered) {
      first = beginning()
      places = new Map()
      remembered = 0
    } else {
      places.set(key, known)
      place.next.set(code, known)
    }
    return known
  }
  return (line) => {
    if (line.length > lineLength) return false
    let place = first
    for (let at = 0; at <= line.length; at++) {
      const code = at < line.length ? line.charCodeAt(at) : endOfLine
      place = place.next.get(code) ?? step(place, code)
      if (place === matched) return true
      if (place === missed) return false
    }
    return false
  }
}
