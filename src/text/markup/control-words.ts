/**
 * `compound`: several words, no other use. `whole`: one word, no other use. `closed`: only as `<eos>`; `<<EOS` is a
 * shell's. `element`: elsewhere a placeholder, `<user>`, `<tool_name>`.
 */
export type ControlName = 'compound' | 'whole' | 'closed' | 'element'

/** The role of a word in the control names of runtimes. */
const words = {
  /** Something callable. Followed by an `answer` it proves a control name, whatever is around the two. */
  caller: 'tool tools function functions mcp command commands bash',
  answer: 'call calls use uses result results response responses output outputs stdout stderr error errors',
  /** A speaker; the same when followed by `said`. */
  speaker: 'system assistant developer',
  /** A speaker too, but `<userinput>` may be in a document. */
  person: 'user human model',
  said: 'prompt reminder message messages instruction instructions response responses turn query',
  /** One of these, a speaker or a caller proves a name that consists of words from these lists. */
  joint: 'turn prompt of',
  other:
    'input inputs code role begin beginning start end available section text sentence utterance ' +
    'thinking think invoke token tokens declaration declarations local sep',
  /** No other use, whatever follows. */
  telling: 'arg fim',
  /** `<system_name>` may be in a document; `<tool_name>` may be a placeholder. */
  detail: 'name names key value args arguments parameter parameters resource prefix suffix middle pad',
  /** Tools that are elements: `<read_file>`, `<write_to_file>`, `<ask_followup_question>`. */
  action:
    'execute read write replace search list apply insert attempt ask access browse browser run edit create delete',
  object: 'file files command commands bash ipython browse code diff patch content completion question action resource',
  filler: 'to in and mcp followup definition names',
  /** Places of a vocabulary, with a number: `<reserved_106>`, `<extra_id_0>`. */
  place: 'reserved unused special extra sentinel added',
  mark: 'bos eos eot eom eod eop sop eoh eoa eoc pad unk',
  index: 'id token tokens mask',
} as const

type Role = keyof typeof words

const numbered = Object.keys(words).map((role, i) => [role, 1 << i] as const)
export const bits = Object.fromEntries(numbered) as Readonly<Record<Role, number>>
/** The roles of a word, as bits. */
export const rolesOf = new Map<string, number>()
for (const [role, all] of Object.entries(words) as readonly (readonly [Role, string])[]) {
  for (const word of all.split(' ')) rolesOf.set(word, (rolesOf.get(word) ?? 0) | bits[role])
}

export const anyOf = (...roles: readonly Role[]): number => roles.reduce((all, role) => all | bits[role], 0)

/** Names of one word. */
const singles: Readonly<Record<ControlName, string>> = {
  compound: 'invoke',
  whole: 'think thinking assistant human inst',
  closed: 'sys bos eos eot eom eod eop sop eoh eoa eoc',
  element:
    'system user developer tool tools function functions parameter parameters instruction instructions reasoning',
}
export const single = new Map<string, ControlName>()
for (const [kind, all] of Object.entries(singles) as readonly (readonly [ControlName, string])[]) {
  for (const word of all.split(' ')) single.set(word, kind)
}
