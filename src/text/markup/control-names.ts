import { anyOf, bits, rolesOf, single, type ControlName } from './control-words.ts'
import { wordTree, type WordTree } from './word-tree.ts'

const leading = anyOf('caller', 'speaker', 'joint', 'telling')
const spoken = leading | anyOf('answer', 'person', 'said', 'other', 'detail')
const acting = anyOf('action', 'object', 'filler')
const placed = anyOf('place', 'index')
const marking = anyOf('mark', 'index')
let partTree: WordTree | undefined
let nameTree: WordTree | undefined
/** Built when a name is first looked at. */
const parts = (): WordTree => (partTree ??= wordTree([...rolesOf.keys()]))
const names = (): WordTree => (nameTree ??= wordTree([...single.keys()]))

/** A character of a name: its readings, and its spelling. */
interface NameSign {
  readonly readings: readonly string[]
  readonly kind: string
  readonly isUpper: boolean
  readonly isLower: boolean
}

/** One partial reading of a name. */
interface Spelled {
  readonly node: number
  /** Words before the current one; at most two are counted. */
  readonly count: number
  /** Roles of any of these words, and of the last one. */
  readonly some: number
  readonly last: number
  /** The lists that contain all these words. */
  readonly lists: number
  /** Two adjacent words prove the name. */
  readonly isSure: boolean
  readonly startsWithAction: boolean
}

const inSpoken = 1
const inActing = 2
const inPlaces = 4
const inMarks = 8
const nothing: Spelled = { node: 0, count: 0, some: 0, last: 0, lists: 15, isSure: false, startsWithAction: false }

/**
 * The kind of a name in any reading; `undefined` when it is not a control name. Classified by parts, which underscores,
 * dashes and capitals divide: `longcat_tool_call`, `functionCalls`. `ToolCall`, with an initial capital, is a type.
 */
export function controlName(signs: readonly NameSign[]): ControlName | undefined {
  if (signs.filter(({ readings }) => readings.length > mostReadings).length > mostUnread) return 'compound'
  const isType = signs[0]?.isUpper === true
  const divided = divide(signs, ({ kind }) => kind === '_')
  const [only, ...more] = divided
  const alone = only && more.length === 0 ? singleName(only) : undefined
  const found = alone ?? severalName(divided, isType)
  if (found !== undefined || isType || !signs.some(isHump)) return found
  return severalName(
    divided.flatMap((part) => divide(part, isHump)),
    isType,
  )
}

/** Unknown references may be any letter; a few of them may be a name, many could be any name. */
const mostReadings = 8
const mostUnread = 3

type Part = readonly NameSign[]
type Divides = (sign: NameSign, i: number, all: readonly NameSign[]) => boolean

const isHump: Divides = (sign, i, all) => sign.isUpper && all[i - 1]?.isLower === true

function divide(signs: readonly NameSign[], divides: Divides): readonly Part[] {
  const divided: NameSign[][] = []
  let part: NameSign[] = []
  for (const [i, sign] of signs.entries()) {
    if (divides(sign, i, signs) && part.length > 0) {
      divided.push(part)
      part = []
    }
    if (sign.kind !== '_') part.push(sign)
  }
  return part.length > 0 ? [...divided, part] : divided
}

/** A number may follow. */
function singleName(part: Part): ControlName | undefined {
  let nodes: readonly number[] = [0]
  for (const { kind, readings } of part) {
    const stays = kind === '9' ? nodes.filter((node) => names().wordAt(node) !== undefined) : []
    const next = nodes.flatMap((node) => readings.map((reading) => names().after(node, reading)))
    nodes = [...new Set([...stays, ...next])].filter((node) => node >= 0)
  }
  const found = new Set(nodes.map((node) => single.get(names().wordAt(node) ?? '')))
  return (['compound', 'whole', 'closed', 'element'] as const).find((kind) => found.has(kind))
}

function severalName(divided: readonly Part[], isType: boolean): ControlName | undefined {
  const hasNumber = divided.some((part) => part.some(({ kind }) => kind === '9'))
  let spelled: readonly Spelled[] = [nothing]
  for (const part of divided) {
    // A letter without readings is in no name: it may represent a sealed one.
    if (!part.every(({ kind, readings }) => kind === '9' || readings.length > 0)) return undefined
    const known = spellPart(spelled, part, isType)
    if (!known) return 'compound'
    spelled = [...known, ...spelled.map(skipPart)]
  }
  const found = new Set(spelled.map((state) => nameOf(state, hasNumber)))
  return (['compound', 'element'] as const).find((kind) => found.has(kind))
}

/** A part that is not a listed word. */
const skipPart = (state: Spelled): Spelled => ({ ...state, count: Math.min(2, state.count + 1), lists: 0, last: 0 })

function nameOf(spelled: Spelled, hasNumber: boolean): ControlName | undefined {
  const { count, some, lists, isSure, startsWithAction } = spelled
  const allIn = (list: number): boolean => (lists & list) !== 0
  if (isSure || (allIn(inPlaces) && (some & bits.place) !== 0 && hasNumber)) return 'compound'
  if (count < 2) return undefined
  if (allIn(inMarks) && (some & bits.mark) !== 0) return 'compound'
  if (allIn(inSpoken) && (some & leading) !== 0 && (some & bits.detail) === 0) return 'compound'
  if (allIn(inSpoken) && (some & bits.caller) !== 0) return 'element'
  return allIn(inActing) && startsWithAction && (some & bits.object) !== 0 ? 'element' : undefined
}

/** No real name has more readings. */
const mostWays = 200
/** Up to this many readings, evaluating duplicates is faster than comparing. */
const fewWays = 4

/** The words of one part, with or without separators. `undefined` where it has too many readings. */
function spellPart(from: readonly Spelled[], part: Part, isType: boolean): readonly Spelled[] | undefined {
  let spelled = from
  for (const [i, sign] of part.entries()) {
    const mayJoin = !isType || !isHump(sign, i, part)
    spelled = distinct(spelled.flatMap((state) => after(state, sign, mayJoin)))
    if (spelled.length === 0) return spelled
    if (spelled.length > mostWays) return undefined
  }
  return spelled.flatMap((state) => (state.node === 0 ? [state] : ended(state)))
}

function distinct(spelled: readonly Spelled[]): readonly Spelled[] {
  if (spelled.length <= fewWays) return spelled
  return [...new Map(spelled.map((state) => [Object.values(state).join(' '), state])).values()]
}

/** The states after a character. */
function after(state: Spelled, { readings, kind }: NameSign, mayJoin: boolean): readonly Spelled[] {
  const next: Spelled[] = kind === '9' && (state.node === 0 || parts().wordAt(state.node) !== undefined) ? [state] : []
  for (const reading of readings) {
    let now: readonly Spelled[] = [state]
    for (const letter of reading) now = afterLetter(now, letter, mayJoin)
    next.push(...now)
  }
  return next
}

function afterLetter(states: readonly Spelled[], letter: string, mayJoin: boolean): readonly Spelled[] {
  const next: Spelled[] = []
  for (const state of states) {
    for (const from of mayJoin && state.node !== 0 ? [state, ...ended(state)] : [state]) {
      const node = parts().after(from.node, letter)
      if (node >= 0) next.push({ ...from, node })
    }
  }
  return next
}

/** The state after the current word, if it is a listed word. */
function ended({ node, count, some, last, lists, isSure, startsWithAction }: Spelled): readonly Spelled[] {
  const roles = rolesOf.get(parts().wordAt(node) ?? '')
  if (roles === undefined) return []
  return [
    {
      node: 0,
      count: Math.min(2, count + 1),
      some: some | roles,
      last: roles,
      lists: lists & listsOf(roles),
      isSure: isSure || makeSure(last, roles),
      startsWithAction: count === 0 ? (roles & bits.action) !== 0 : startsWithAction,
    },
  ]
}

const listsOf = (roles: number): number =>
  ((roles & spoken) === 0 ? 0 : inSpoken) |
  ((roles & acting) === 0 ? 0 : inActing) |
  ((roles & placed) === 0 ? 0 : inPlaces) |
  ((roles & marking) === 0 ? 0 : inMarks)

const answers = anyOf('caller', 'answer')
const speakers = anyOf('speaker', 'person')

const makeSure = (before: number, roles: number): boolean =>
  ((before & bits.caller) !== 0 && (roles & answers) !== 0) ||
  ((before & speakers) !== 0 && (roles & bits.said) !== 0) ||
  ((before & bits.telling) !== 0 && (roles & spoken) !== 0)
