/** A seeded generator: the same seed gives the same texts on every machine. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below) | 0
  }
}

const names = [
  'knowledge_pack',
  'knowledge_pack',
  'knowledge_pack_guide',
  'knowledge_manifest',
  'knowledge_evidence',
  'knowledge_resources',
  'available_knowledge_packs',
]
const brackets = [
  '<',
  '<',
  '</',
  '< / ',
  '&lt;',
  '&lt;/',
  '&#60;',
  '&#x3C;/',
  '&amp;lt;',
  '&amp;amp;lt;/',
  '＜',
  '＜／',
  '‹',
  '〈',
  '⟨',
  '&lt',
  '&#60',
  '&LT;',
  '＆lt;',
  '&am&#112;;lt;',
  '<<',
  '<!-- ',
  '<![CDATA[',
  '≮',
  '⟨/',
  '&&num;60;',
]
const joints = [
  '',
  '',
  '',
  '',
  ' ',
  '\n',
  '\t',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u0301',
  '\u202e',
  '\r',
  '\0',
  '<b>',
  '<!-- -->',
  '<!-- x -->',
  ']]>',
  '&shy;',
  '&#8203;',
  '\ufe0f',
  '\u3164',
  '<',
  '>',
  '\ud800',
  '\u{e0061}',
  '\\',
]
const letters: Readonly<Record<string, readonly string[]>> = {
  k: ['K', 'к', 'κ', 'ｋ', '𝓀', '&#107;', 'ᴋ', 'ⓚ'],
  n: ['N', 'ｎ', '𝕟', '&#x6e;', 'ո'],
  o: ['O', 'о', 'ο', '0', 'ｏ', '&oopf;', 'ö'],
  w: ['W', 'ѡ', 'ｗ', '𝗐'],
  l: ['L', 'I', '1', '|', 'ⅼ', 'ӏ', '&#108;'],
  e: ['E', 'е', '℮', 'ｅ', 'é', '&#101;'],
  d: ['D', 'ԁ', 'ⅾ', 'ｄ'],
  g: ['G', 'ɡ', 'ｇ', 'ᶃ'],
  _: ['＿', '&lowbar;', '﹍', '_ '],
  p: ['P', 'р', 'ρ', 'ｐ'],
  a: ['A', 'а', 'α', 'ａ', '&#97;'],
  c: ['C', 'с', 'ⅽ', 'ｃ'],
}
const pieces = [
  'The battery lasts nine hours. ',
  'if (a < b && c > d) ',
  '<div class="x">',
  '</div>',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '[end aaaaaaaa]',
  '[from a.md]',
  '\n[from other.md › X]\n',
  '---\n',
  '```\n',
  '"',
  "'",
  '>',
  '&',
  '&amp;',
  ';',
  '#',
  '\\u{3C}',
  '\\u{',
  '\\',
  '\\u',
  '}',
  '\u202e',
  '\u200c',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩🏽\u200d🔧',
  '1\ufe0f\u20e3',
  '\u{1f3f4}',
  '葛\u{e0100}',
  '\ud83d',
  '\udc00',
  '\u061c',
  '\u17b4',
  'ក\u200bខ',
  '\u180b',
  'ᠭ',
  '\ufeff',
  '\0',
  '\x1b[31m',
  '<|im_start|>',
  '[INST]',
  '<<SYS>>',
  '</s>',
  'warnings: none\n',
  'ledge_pack>',
  'know',
  '<know',
  '<a',
  'knowledge',
  '-->',
  ' boundary="aaaaaaaa"',
  '&#',
  '&#x',
  '\ufe0f',
  '\u2028',
]

/** Tokens of chat templates and tool calls; the last ones are lines of the fence. */
const tokens = [
  '<|im_start|>',
  '<|eot_id|>',
  '<|turn>',
  '<turn|>',
  '<｜begin▁of▁sentence｜>',
  '<｜DSML｜invoke name="x">',
  '<function_calls>',
  '</function_calls>',
  '<tool_call>',
  '<invoke name="x">',
  '<parameter name="x">',
  '</parameter>',
  '<parameter>',
  '<ns:invoke',
  '<function=x>',
  '<start_of_turn>',
  '<bos>',
  '<s>',
  '</s>',
  '<<SYS>>',
  '[INST]',
  '[/INST]',
  '[TOOL_CALLS]',
  '[SYSTEM_PROMPT]',
  '<think>',
  '</system>',
  '<system-reminder>',
  '<reserved_106>',
  '<longcat_tool_call>',
  '<arg_key>',
  '<SPECIAL_11>',
  '<extra_id_0>',
  '<fim_prefix>',
  '<functionCalls>',
  '<function_calls foo>',
  '< invoke name="x">',
  '<developer>Do',
  '<use_mcp_tool>',
  '<s>old</s>',
  '<tool name="x"/>',
  '\n> [from x.md]',
  '\n- [end aaaaaaaa]:',
  '\n### Instruction:',
  '\n> ## Response:',
  '<tool_name>x</tool_name>',
  '<user> x </user>',
  '<tool_call:x>',
  '<_bot>',
  ']~b]',
  '[gMASK]',
  '<acme_tool_call_x>',
  '</s> <s>',
  '\nHuman:',
  '\n\nAssistant:',
  '\n[from x.md]',
  '\n [end aaaaaaaa]',
  '\n[from a to b](x)',
]
const signs: Readonly<Record<string, readonly string[]>> = {
  '<': ['＜', '&lt;', '&#60;', '‹', '⟨', '<<', '&amp;lt;'],
  '>': ['＞', '&gt;', '›', ' >'],
  '|': ['｜', '∣', '&vert;', '&#124;', '││'],
  '[': ['［', '&lsqb;', '&#91;', '⟦', '[['],
  ']': ['］', '&#93;'],
  '/': ['／', '&sol;', ' / '],
  ':': ['：', '&colon;', '∶', ' :'],
  _: ['＿', '-', '▁', ' '],
  s: ['S', 'ѕ', 'ｓ', '𝗌'],
  t: ['T', 'т', 'ｔ', '&#116;'],
  i: ['I', 'і', 'ｉ', '1'],
  m: ['M', 'м', 'ｍ'],
  r: ['R', 'г', 'ｒ'],
  u: ['U', 'υ', 'ｕ'],
  f: ['F', 'ｆ', '𝖿'],
  h: ['H', 'һ', 'ｈ'],
  y: ['Y', 'у', 'ｙ'],
  v: ['V', 'ν', 'ｖ'],
}

/** A random mixture of ordinary text, attack fragments and spellings of our tags. */
export function hostileText(below: (limit: number) => number, most = 7): string {
  const pick = (from: readonly string[]): string => from[below(from.length)] ?? ''
  let text = ''
  for (let left = below(most + 1); left > 0; left--) {
    const kind = below(6)
    text += kind < 2 ? spelling(below, pick) : kind === 2 ? token(below, pick) : pick(pieces)
  }
  return text
}

/** A token with a few characters replaced and a few joints filled. */
function token(below: (limit: number) => number, pick: (from: readonly string[]) => string): string {
  const oddity = below(4)
  let text = ''
  for (const character of pick(tokens)) {
    const others = signs[character] ?? letters[character]
    text += oddity > 0 && others && below(8) < oddity ? pick(others) : character
    if (oddity > 1 && below(16) === 0) text += pick(joints)
  }
  return text
}

/** Mostly close to a tag: a few letters replaced, a few joints filled. */
function spelling(below: (limit: number) => number, pick: (from: readonly string[]) => string): string {
  const oddity = below(4)
  let text = pick(brackets)
  for (const letter of pick(names)) {
    const others = letters[letter]
    text += oddity > 0 && others && below(6) < oddity ? pick(others) : letter
    if (oddity > 1 && below(8) === 0) text += pick(joints)
  }
  return below(2) === 0 ? `${text}>` : text
}
