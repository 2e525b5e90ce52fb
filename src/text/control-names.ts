import { wordTree } from './word-tree.ts'

/** `whole`: no other use. `closed`: only as `<eos>`; `<<EOS` is a shell's. `element`: elsewhere a placeholder. */
export type ControlName = 'whole' | 'closed' | 'element'

/** A name of several of these words, one of them from the first list, is one that runtimes talk to models in. */
const leading = 'tool tools function functions system assistant turn prompt of'
const following =
  'call calls use uses result results response responses output outputs input inputs code message messages reminder ' +
  'instruction instructions user human model role begin start end available section text sentence thinking think ' +
  'invoke token tokens'

/** Names of one word, as templates and tool calls have them. */
const wholes = 'invoke think thinking assistant human inst'
const marks = 'sys bos eos eot eom eod eop sop'
const elements = 'system user tool tools function functions parameter parameters'
/** They take a number: `<reserved_106>`. */
const numbered = 'reserved unused'

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const isLeading = listed(leading)
const isPart = listed(`${leading} ${following}`)
const single: ReadonlyMap<string, ControlName> = new Map([
  ...wholes.split(' ').map((name) => [name, 'whole'] as const),
  ...marks.split(' ').map((name) => [name, 'closed'] as const),
  ...elements.split(' ').map((name) => [name, 'element'] as const),
])
const isNumbered = listed(numbered)
const tree = wordTree([...isPart, ...single.keys(), ...isNumbered])

/** A character of a name: what it can be read as, and how it is written. */
export interface NameSign {
  readonly readings: readonly string[]
  readonly kind: string
  readonly isUpper: boolean
  readonly isLower: boolean
}

interface Spelled {
  readonly node: number
  /** Words before the one being spelled. */
  readonly words: number
  readonly hasLeading: boolean
}

/** What a name is, however it can be read; `undefined` when it is nobody's. `ToolCall`, in humps, is a type. */
export function controlName(signs: readonly NameSign[]): ControlName | undefined {
  let spelled: readonly Spelled[] = [{ node: 0, words: 0, hasLeading: false }]
  let before: NameSign | undefined
  let hasNumber = false
  for (const sign of signs) {
    const isHump = before?.isLower === true && sign.isUpper
    if (sign.kind === '9') hasNumber = true
    const next = new Map<string, Spelled>()
    for (const reached of spelled.flatMap((state) => after(state, sign, !isHump))) {
      next.set(`${reached.node} ${reached.words} ${reached.hasLeading}`, reached)
    }
    if (next.size === 0) return undefined
    spelled = [...next.values()]
    before = sign
  }
  const names = spelled.flatMap((state) => nameOf(state, hasNumber) ?? [])
  return names.includes('whole') ? 'whole' : names[0]
}

function nameOf(state: Spelled, hasNumber: boolean): ControlName | undefined {
  const word = tree.wordAt(state.node)
  if (word === undefined) return state.node === 0 && state.words > 1 && state.hasLeading ? 'whole' : undefined
  if (closed(state).some(({ words, hasLeading }) => words > 1 && hasLeading)) return 'whole'
  if (state.words > 0) return undefined
  return hasNumber && isNumbered.has(word) ? 'whole' : single.get(word)
}

/** The word being spelled is done, if it is one that names are made of. */
function closed({ node, words, hasLeading }: Spelled): readonly Spelled[] {
  const word = tree.wordAt(node)
  if (word === undefined || !isPart.has(word)) return []
  return [{ node: 0, words: Math.min(2, words + 1), hasLeading: hasLeading || isLeading.has(word) }]
}

/** Where a character leads; a word may end before it without a separator. */
function after(state: Spelled, { readings, kind }: NameSign, mayJoin: boolean): readonly Spelled[] {
  if (kind === '_') return state.node === 0 || isNumbered.has(tree.wordAt(state.node) ?? '') ? [state] : closed(state)
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
