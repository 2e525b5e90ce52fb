/**
 * What a sloppy reader could make of a text: normal forms, references decoded repeatedly, invisible characters dropped,
 * look-alikes folded, case ignored. Independent of the code under test, with its own tables.
 */
function sloppyReading(text: string): string {
  let now = text
  for (let round = 0; round < 14; round++) {
    const next = foldOnce(now)
    if (next === now) break
    now = next
  }
  return now
}

const names = [
  'knowledge_pack',
  'knowledge_manifest',
  'knowledge_evidence',
  'knowledge_resources',
  'available_knowledge_packs',
]
const spelled = names.map((name) => [...name].join('\\s*')).join('|')
const ownTag = new RegExp(`[<‹〈⟨˂ᐸᚲ❮≪«⟪《]\\s*/?\\s*(?:${spelled})`, 'g')

/** How many of our tags a sloppy reader finds. */
export const countOwnTags = (text: string): number => sloppyReading(text).match(ownTag)?.length ?? 0

const references: Readonly<Record<string, string>> = {
  lt: '<',
  LT: '<',
  gt: '>',
  GT: '>',
  amp: '&',
  AMP: '&',
  quot: '"',
  sol: '/',
  lowbar: '_',
  num: '#',
  semi: ';',
  nbsp: ' ',
  shy: '',
  ZeroWidthSpace: '',
  NewLine: '\n',
  Tab: '\t',
  kscr: 'k',
  kopf: 'k',
  kfr: 'k',
  oopf: 'o',
  oscr: 'o',
  nfr: 'n',
  escr: 'e',
  lang: '⟨',
  langle: '⟨',
  lsaquo: '‹',
  laquo: '«',
  ocir: 'ô',
}

const alike = new Map<string, string>()
for (const [letter, characters] of Object.entries({
  k: 'кκᴋꓗⲕ',
  n: 'пηɴꓠո',
  o: 'оοօᴏꓳσ',
  w: 'ѡԝᴡꓪω',
  l: 'ӏӀ|ʟꓡ1',
  e: 'еєᴇꓰε',
  d: 'ԁᴅꓓ',
  g: 'ɡɢꓖԍ',
  _: '',
  p: 'рρᴘꓑ',
  a: 'аαᴀꓮ',
  c: 'сϲᴄꓚ',
  m: 'мᴍꓟ',
  i: 'іɩꙇıι',
  f: 'ϝꜰꓝ',
  s: 'ѕꜱꓢ',
  t: 'тτᴛꓔ',
  r: 'гʀꓣ',
  u: 'υᴜꓴս',
  v: 'νѵᴠꓦ',
  b: 'ьʙꓐ',
  h: 'һʜꓧ',
  x: 'хχꓫ',
  y: 'уʏꓬ',
}))
  for (const character of characters) alike.set(character, letter)
alike.set('0', 'o')

/** Text without other normal forms, references or look-alikes. */
const folded = /^[\n\x20-\x25\x27-\x2f2-9:-@[-`a-z{}~]*$/

function foldOnce(text: string): string {
  if (folded.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(
      /&(?:#(\d+);?|#x([\da-f]+);?|([a-z]+);|(lt|amp))/gi,
      (whole, decimal?: string, hex?: string, name?: string, legacy?: string) =>
        decode(whole, decimal, hex, name ?? legacy),
    )
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{M}]|(?![\n\t])\p{Cc}/gu, '')
    .toLowerCase()
    .replace(/[^\x20-\x7e\n]|[01|]/gu, (character) => alike.get(character) ?? character)
}

function decode(whole: string, decimal: string | undefined, hex: string | undefined, name: string | undefined): string {
  if (name !== undefined) return references[name] ?? references[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Like `sloppyReading`, but case and bars are kept: they distinguish a token from a type or a key. */
function plainReading(text: string): string {
  let now = text
  for (let round = 0; round < 14; round++) {
    const next = now
      .normalize('NFKC')
      .replace(
        /&(?:#(\d+);?|#x([\da-f]+);?|([a-z]+);|(lt|amp))/gi,
        (whole, decimal?: string, hex?: string, name?: string, legacy?: string) =>
          decode(whole, decimal, hex, name ?? legacy),
      )
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{M}]|(?![\n\t])\p{Cc}/gu, '')
      .replace(/[^\x20-\x7e\n\t]/gu, (character) => {
        const sign = signsAlike.get(character)
        const letter = sign ?? alike.get(character.toLowerCase())
        return letter === undefined ? character : character === character.toLowerCase() ? letter : letter.toUpperCase()
      })
    if (next === now) break
    now = next
  }
  return now
}

const signsAlike = new Map<string, string>()
for (const [sign, characters] of Object.entries({
  '<': '‹〈⟨˂ᐸᚲ❮',
  '>': '›〉⟩˃❯',
  '[': '⟦【〔',
  ']': '⟧】〕',
  '|': '∣ǀ│❘¦',
  ':': '∶꞉ː',
  '/': '⁄∕',
  '=': '᐀',
  _: '▁',
}))
  for (const character of characters) signsAlike.set(character, sign)

/** Names in published chat templates and tool-calling formats; any of them may have a prefix. */
const elements = [
  'function_calls?',
  'function_results?',
  'function_response',
  'tool_calls?',
  'tool_use',
  'tool_results?',
  'tool_response',
  'tool_outputs?',
  'tool_code',
  'available_tools',
  'tool_calls_begin',
  'start_of_turn',
  'end_of_turn',
  'begin_of_text',
  'end_of_text',
  'start_of_role',
  'system_prompt',
  'system-reminder',
  'system_message',
  'assistant_response',
  'user_prompt',
  'think',
  'thinking',
  'invoke',
  'assistant',
  'human',
  'reserved_\\d+',
  'unused\\d+',
  '[a-z]+_tool_call',
  'tool_call_[a-z]+',
  'arg_key',
  'arg_value',
  'special_\\d+',
  'extra_id_\\d+',
  'fim_prefix',
  'use_mcp_tool',
  'local-command-stdout',
  'command-message',
  'bos_token',
  'end_of_utterance',
  'user_query',
  'developer_message',
].join('|')
const tokens: readonly RegExp[] = [
  /<\/?\|{1,2}[^\s|<>[\]]{1,60}\|{0,2}>/g,
  /<\/?[a-z][a-z_]{1,60}\|>/gi,
  new RegExp(`<\\s?/?\\s?(?:[a-z]+:|\\|[a-z]+\\|)?(?:${elements})\\s?/?>`, 'gi'),
  new RegExp(`</?(?:[a-z]+:|\\|[a-z]+\\|)?(?:${elements})(?=[/=]|\\s+[a-z]+\\s?=)`, 'gi'),
  /<\/?antml:/gi,
  /<\/?(?:bos|eos|eot|sys|inst)>/gi,
  /<\/?s>/g,
  /<developer>[a-z]/gi,
  /<(command-name|tool_name|read_file|system|user)>[^<>]{0,99}<\/\1>/gi,
  /◁\/?think▷|[[\]]~!?[a-z][[\]]|\[e~\[|✿[A-Z]+✿|\[gmask\]|<#(?:user|system)#>|<_(?:user|bot)>/gi,
  /^[^\S\n]*(?:[>*-][^\S\n]*)*#{2,6}[^\S\n]*(?:instruction|response|input|system|user|human|assistant):/gim,
  /<functionCalls>/g,
  /< ?(?:invoke|parameter|function_calls?) name ?=/gi,
  /<(?:function_calls?|tool_calls?|tool_use)\s[a-z]+>/gi,
  /<(?:[a-z]+:)?(?:function|tool|parameter)(?:=|\s+name\s?=)/gi,
  /<\/(?:[a-z]+:)?(?:function|tool|parameter|system|user)>/gi,
  /\[\/?inst\]/gi,
  /\[\/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_RESULT|SYS|THINK)\]/g,
  /^[^\S\n]*(?:[>*-][^\S\n]*)*(?:Human|HUMAN|Assistant|ASSISTANT):/gm,
]
const blockStart = '^(?:[^\\S\\n]|[>\\d.)*+#|`-])*\\[[^\\S\\n]*'
const marker = new RegExp(
  `${blockStart}(?:end[^\\S\\n]+[a-z0-9]{6}|from[^\\S\\n]+(?:[^\\s\\]]+[^\\S\\n]*(?:\\]|$)|[^\\n\\]]*(?:[/>#]|\\.[a-z])))[^\\n]*`,
  'gim',
)

/** Parts of chat templates and tool calls that such a reader finds, one example each. */
export function controlTokens(text: string): readonly string[] {
  // Type parameters and names of groups are not tokens: `List<Human>`, `(?<think>x)`. Neither is text that HTML strikes
  // out, or an empty element.
  const plain = plainReading(text)
    .replace(/(?<=[\w:])<(?=[A-Z][A-Za-z]*>)|(?<=\(\?)<(?=\w+>)/g, ' ')
    .replace(/(?<!<\/s>\s*)<s>(?!\s*[^\s:<]+\s?:)([^<>[\]|\n]{1,199})<\/s>(?!\s*<s>)/g, ' $1 ')
    .replace(/<(?:tool|parameter)(?:\s+[\w:.-]+="[^"<>\n]*")*\s*\/>/gi, ' ')
  return tokens.flatMap((token) => plain.match(token)?.[0] ?? [])
}

/** Lines that such a reader takes for a section marker or the end of the envelope. */
export const markerLines = (text: string): readonly string[] => plainReading(text).match(marker) ?? []
