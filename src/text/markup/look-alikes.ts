import { isHidden } from '../detect/hidden.ts'

/** Lower-case characters that look like a letter of a sealed name, beyond normal forms (compare Unicode TR39). */
const drawnLike: Readonly<Record<string, string>> = {
  a: 'ɐɑαаᗅᴀᵄᶏẚ∂⍺ⱥⲁꓮꭺ',
  b: 'ƀƃɓʙβвьᏼᖯᗷᵬᶀⲃꓐꞗꮟ𐞅',
  c: 'ƈȼɕϲсᴄᶝ€ↄⲥꓚꜿꞓꞔꮯ𝼝',
  d: 'đƌǆǳȡɖɗԁᑯᗞᴅᵭᶁᶑꓒꓓꝺꟈꭰꮷ𐞋𐞌𐞍',
  e: 'ǝɇɘɛεϵеєҽᴇᵋᶒᶓ℮⋿ⱸⱻⲉꓰꬲꬴꭼꮛ𐞎',
  f: 'ſƒϝքᖴᵮᶂẝꓝꜰꝼꞙꬵ',
  g: 'ǥɠɡɢʛԍցᏻᵷᵹᶃᶢꓖꞡꬶꮐ𐞓𝼂',
  h: 'ħɦɧʜһнңҥիհᏂᏺᕼᖺᴴⱨⲏꓧꜧꞕꭜꮋ',
  i: 'ıɨɩɪιіӏᴉᵎᶖᶤ⍳ⲓꓲꙇꭵ𝼚',
  k: 'ƙʞκϰкқҝҡӄᴋᶄⱪⲕꓗꝁꝃꝅꞣꮶ𝼃𝼐',
  l: 'ŀłƚǀǉȴɫɬɭʟιіӏ׀וןاߊᒪᛁᴌᶅᶩᶪ∣ⱡⲓⵏꓡꓲꝉꞁꞎꬷꬸꬹꭝꭞ𐊊𐌉𐞛𐞝𝼄𝼑𝼓',
  m: 'ɯɰɱμϻмᗰᴍᵚᵯᶆᶬᶭⲙꓟꟺꬺꮇ',
  n: 'ƞǌȵɲɳɴηνипոռภᴎᵰᶇᶮᶯⲛꓠꞑꞥꬻ',
  o: 'øǿɔɵοσоօס٠٥ھہە۵߀०০੦૦୦௦౦ಂ೦ഠ൦๐໐ဝዐᴏᴐᵓᶗⱺⲟⵔⵙ〇ꓳꝋꝍꬿ𐞢𝼛',
  p: 'ƥρϱрᑭᴘᵱᵽᶈṗ⍴ⲣꓑꝑꝓꝕꮲ',
  r: 'ɍɹɺɻɼɽɾɿʀʴʵгяᖇᴙᴚᴦᵲᵳᶉⱹⲅꓣꞃꞧꭆꭇꭈꭉꭋꭌꭨꭱꮁꮢ𐞦𐞧𐞨𐞩𝼈𝼕𝼖',
  s: 'ƽȿʂѕᵴᶊᶳẜẝⴝꓢꜱꞅꞩꟊꮥꮪ𐞺𝼞',
  t: 'ŧƫƭȶʇʈτтᴛᵵᶵ⊤⟙ⱦⲧꓔꞇꭲ𐞯𝼉𝼍',
  u: 'μυцսሀᑌᴜᶙ∪⋃ꓴꞟꞹꭎꭒꭟ',
  v: 'ʋʌνѵט٧۷ᐯᴠᶌᶹᶺ∨⋁ⱱⱴꓦꝟꮩ𐞰',
  w: 'ɯʍωшѡԝաᴡⱳꓪꭩꮃꮤ',
  x: '×χхҳᕁᕽ᙭᙮ᶍ⤫⨯ⲭꓫꭓꭖꭗꭘꭙꞳ',
  y: 'ƴɏɣʎʏγуүұყᎩᎽᶌỿⲩꓬꭚ',
}

/** Every letter of such names; an unknown named reference may be any of them. */
const nameLetters = Object.keys(drawnLike)

/** Represents an unknown character. */
export const anyCharacter = '\uffff'

/** `''`: it can be skipped. Empty list: it ends the name. */
export type Readings = readonly string[]

const overlooked: Readings = ['']
const foreign: Readings = []

const known = new Map<string, Readings>([
  [anyCharacter, ['', ...nameLetters]],
  ['I', ['i', 'l']],
  ['0', ['o']],
  ['1', ['l', 'i']],
  ['|', ['', 'l', 'i']],
  ['!', ['', 'l', 'i']],
])

let drawn: ReadonlyMap<string, readonly string[]> | undefined

/** The letters that a character looks like. */
function lettersLike(character: string): readonly string[] {
  drawn ??= byCharacter()
  return drawn.get(character) ?? []
}

function byCharacter(): ReadonlyMap<string, readonly string[]> {
  const letters = new Map<string, readonly string[]>()
  for (const [letter, characters] of Object.entries(drawnLike))
    for (const character of characters) letters.set(character, [...(letters.get(character) ?? []), letter])
  return letters
}

/** The readings of a character, ignoring case, width, style, accents and look-alikes. */
export function readingsOf(character: string): Readings {
  const found = known.get(character)
  if (found) return found
  const readings = [...new Set([...normalReadings(character), ...lettersLike(character.toLowerCase())])]
  known.set(character, readings)
  return readings
}

function normalReadings(character: string): Readings {
  if (isHidden(character)) return overlooked
  const outlined = character.codePointAt(0) ?? 0
  // Outlined letters came with Unicode 16; older runtimes have no normal form for them.
  if (outlined >= 0x1ccd6 && outlined <= 0x1ccef) return readingsOf(String.fromCharCode(outlined - 0x1ccd6 + 97))
  const plain = [...character.normalize('NFKD').toLowerCase()].filter((part) => !/\p{M}/u.test(part))
  if (plain.length !== 1 || plain[0] !== character) return joined(plain)
  if (/[a-z]/.test(character)) return [character]
  return isWordCharacter(character) ? foreign : overlooked
}

/** One sign can contain several letters, such as №. */
function joined(parts: readonly string[]): Readings {
  let readings: Readings = ['']
  for (const part of parts) readings = readings.flatMap((before) => readingsOf(part).map((reading) => before + reading))
  return readings
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}
