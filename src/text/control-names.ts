import { wordTree } from './word-tree.ts'

/**
 * `compound`: several words, no other use. `whole`: one word, no other use. `closed`: only as `<eos>`; `<<EOS` is a
 * shell's. `element`: elsewhere a placeholder. `record`: documents have it around elements of their own.
 */
export type ControlName = 'compound' | 'whole' | 'closed' | 'element' | 'record'

/** A name of several of these words, one of them leading, is one that runtimes talk to models in. */
const calling = 'tool tools function functions mcp command commands arg fim'
const speaking = 'system assistant turn prompt of'
const following =
  'call calls use uses result results response responses output outputs input inputs code message messages reminder ' +
  'instruction instructions user human model role begin start end available section text sentence thinking think ' +
  'invoke token tokens'
/** These only behind a word of calling: `<system_name>` is a document's. */
const called =
  'name names key value args arguments parameter parameters resource stdout stderr local prefix suffix middle pad'

/** Names of one word, as templates and tool calls have them. */
const wholes = 'invoke think thinking assistant human inst'
const marks = 'sys bos eos eot eom eod eop sop'
const elements = 'system user tool tools function functions parameter parameters'
const records = 'developer'
/** Places of a vocabulary, with a number and perhaps words of the second list: `<reserved_106>`, `<extra_id_0>`. */
const reserved = 'reserved unused special extra sentinel added'
const reservedParts = 'id token tokens mask'

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const isCalling = listed(calling)
const isSpeaking = listed(speaking)
const isCalled = listed(called)
const isReserved = listed(reserved)
const isReservedPart = listed(reservedParts)
const isPart = listed(`${calling} ${speaking} ${following} ${called} ${reserved} ${reservedParts}`)
const single: ReadonlyMap<string, ControlName> = new Map([
  ...wholes.split(' ').map((name) => [name, 'whole'] as const),
  ...marks.split(' ').map((name) => [name, 'closed'] as const),
  ...elements.split(' ').map((name) => [name, 'element'] as const),
  ...records.split(' ').map((name) => [name, 'record'] as const),
])
const tree = wordTree([...isPart, ...single.keys()])

/** A character of a name: what it can be read as, and how it is written. */
export interface NameSign {
  readonly readings: readonly string[]
  readonly kind: string
  readonly isUpper: boolean
  readonly isLower: boolean
}

interface Spelled {
  readonly node: number
  /** Words before the one being spelled; two are as good as more. */
  readonly words: number
  /** What these words are, as bits. */
  readonly traits: number
}

const traits = { calling: 1, speaking: 2, called: 4, reserved: 8, ordinary: 16 } as const
const has = (all: number, trait: keyof typeof traits): boolean => (all & traits[trait]) !== 0

/**
 * What a name is, however it can be read; `undefined` when it is nobody's. Before a separator may stand the name of
 * whoever made the format: `longcat_tool_call`.
 */
export function controlName(signs: readonly NameSign[]): ControlName | undefined {
  const whole = nameFrom(signs)
  if (whole !== undefined) return whole
  for (const [at, { kind, readings }] of signs.slice(0, longestMaker).entries()) {
    if (kind === 'a' && readings.length === 0) break
    if (kind === '_' && nameFrom(signs.slice(at + 1), true) === 'compound') return 'compound'
  }
  return undefined
}

const longestMaker = 24

/** `ToolCall`, in humps, is a type; `toolCall` is not. */
function nameFrom(signs: readonly NameSign[], onlyCalling = false): ControlName | undefined {
  const isType = signs[0]?.isUpper === true
  let spelled: readonly Spelled[] = [{ node: 0, words: 0, traits: 0 }]
  let before: NameSign | undefined
  let hasNumber = false
  for (const sign of signs) {
    const isHump = before?.isLower === true && sign.isUpper
    if (sign.kind === '9') hasNumber = true
    const next = new Map<string, Spelled>()
    for (const reached of spelled.flatMap((state) => after(state, sign, !(isHump && isType)))) {
      next.set(`${reached.node} ${reached.words} ${reached.traits}`, reached)
    }
    if (next.size === 0) return undefined
    spelled = [...next.values()]
    before = sign
  }
  const names = spelled.flatMap((state) => nameOf(state, hasNumber) ?? [])
  const name = (['compound', 'whole'] as const).find((kind) => names.includes(kind)) ?? names[0]
  const ends = spelled.flatMap((state) => (state.node === 0 ? [state] : closed(state)))
  return onlyCalling && !ends.some((end) => has(end.traits, 'calling')) ? undefined : name
}

function nameOf(state: Spelled, hasNumber: boolean): ControlName | undefined {
  const done = state.node === 0 ? [state] : closed(state)
  if (done.some((words) => isCompound(words, hasNumber))) return 'compound'
  const word = tree.wordAt(state.node)
  return word === undefined || state.words > 0 ? undefined : single.get(word)
}

function isCompound({ words, traits: all }: Spelled, hasNumber: boolean): boolean {
  if (has(all, 'reserved')) return hasNumber && all === traits.reserved
  return words > 1 && (has(all, 'calling') || (has(all, 'speaking') && !has(all, 'called')))
}

/** The word being spelled is done, if it is one that names are made of. */
function closed({ node, words, traits: all }: Spelled): readonly Spelled[] {
  const word = tree.wordAt(node)
  if (word === undefined || !isPart.has(word)) return []
  return traitsOf(word).map((trait) => ({ node: 0, words: Math.min(2, words + 1), traits: all | trait }))
}

/** `token` is a word of both. */
function traitsOf(word: string): readonly number[] {
  if (isReserved.has(word)) return [traits.reserved]
  const behind = isCalled.has(word) ? 'called' : 'ordinary'
  const other = isCalling.has(word) ? 'calling' : isSpeaking.has(word) ? 'speaking' : behind
  return isReservedPart.has(word) ? [traits[other], 0] : [traits[other]]
}

/** Where a character leads; a word may end before it without a separator. */
function after(state: Spelled, { readings, kind }: NameSign, mayJoin: boolean): readonly Spelled[] {
  if (kind === '_') return state.node === 0 ? [state] : closed(state)
  const stays = kind === '9' && (state.node === 0 || tree.wordAt(state.node) !== undefined) ? [state] : []
  return [...stays, ...readings.flatMap((reading) => walk([state], reading, mayJoin))]
}

function walk(states: readonly Spelled[], letters: string, mayJoin: boolean): readonly Spelled[] {
  let now = states
  for (const letter of letters) {
    now = now
      .flatMap((state) => (mayJoin ? [state, ...closed(state)] : [state]))
      .map((state) => ({ ...state, node: tree.after(state.node, letter) }))
      .filter(({ node }) => node >= 0)
  }
  return now
}
