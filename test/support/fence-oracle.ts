/**
 * What a sloppy reader could make of a text: normal forms, references undone again and again, invisibles dropped, look-alikes
 * folded, case ignored. Written apart from the code under test, with tables of its own.
 */
export function sloppyReading(text: string): string {
  let now = text
  for (let round = 0; round < 14; round++) {
    const next = foldOnce(now)
    if (next === now) break
    now = next
  }
  return now
}

const names = ['knowledge_pack', 'knowledge_manifest', 'knowledge_evidence', 'knowledge_resources', 'available_knowledge_packs']
const spelled = names.map((name) => [...name].join('\\s*')).join('|')
const ownTag = new RegExp(`[<‹〈⟨˂ᐸᚲ❮≪«⟪《]\\s*/?\\s*(?:${spelled})`, 'g')

/** How many of our tags a sloppy reader finds. */
export const countOwnTags = (text: string): number => sloppyReading(text).match(ownTag)?.length ?? 0

const references: Readonly<Record<string, string>> = {
  lt: '<', LT: '<', gt: '>', GT: '>', amp: '&', AMP: '&', quot: '"', sol: '/', lowbar: '_', num: '#', semi: ';', nbsp: ' ', shy: '', ZeroWidthSpace: '', NewLine: '\n', Tab: '\t',
  kscr: 'k', kopf: 'k', kfr: 'k', oopf: 'o', oscr: 'o', nfr: 'n', escr: 'e', lang: '⟨', langle: '⟨', lsaquo: '‹', laquo: '«', ocir: 'ô',
}

const alike = new Map<string, string>()
for (const [letter, characters] of Object.entries({
  k: 'кκᴋꓗⲕ', n: 'пηɴꓠո', o: 'оοօᴏꓳσ', w: 'ѡԝᴡꓪω', l: 'ӏӀ|ʟꓡ1', e: 'еєᴇꓰε', d: 'ԁᴅꓓ', g: 'ɡɢꓖԍ', _: '', p: 'рρᴘꓑ', a: 'аαᴀꓮ', c: 'сϲᴄꓚ', m: 'мᴍꓟ', i: 'іɩꙇıι', f: 'ϝꜰꓝ', s: 'ѕꜱꓢ', t: 'тτᴛꓔ', r: 'гʀꓣ', u: 'υᴜꓴս', v: 'νѵᴠꓦ', b: 'ьʙꓐ',
})) for (const character of characters) alike.set(character, letter)
alike.set('0', 'o')

/** Nothing here has another form, refers to something or looks like something else. */
const folded = /^[\n\x20-\x25\x27-\x2f2-9:-@[-`a-z{}~]*$/

function foldOnce(text: string): string {
  if (folded.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/&(?:#(\d+);?|#x([\da-f]+);?|([a-z]+);|(lt|amp))/gi, (whole, decimal?: string, hex?: string, name?: string, legacy?: string) => decode(whole, decimal, hex, name ?? legacy))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{M}]|(?![\n\t])\p{Cc}/gu, '')
    .toLowerCase()
    .replace(/[^\x20-\x7e\n]|[01|]/gu, (character) => alike.get(character) ?? character)
}

function decode(whole: string, decimal: string | undefined, hex: string | undefined, name: string | undefined): string {
  if (name !== undefined) return references[name] ?? references[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
