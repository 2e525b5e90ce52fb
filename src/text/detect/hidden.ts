/** `control` moves a cursor or ends a line, `bidi` reorders displayed text, `hidden` is invisible. */
export type HiddenKind = 'control' | 'bidi' | 'hidden'

/** Fixed ranges, not properties: another Unicode version must not change the result. CRLF is a line break. */
const ranges =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4' +
  '\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufdd0-\\ufdef\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\ud800-\\udfff' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}'
const anyHidden = new RegExp(`[${ranges}]|\\r(?!\\n)`, 'gu')
/** A fast test before the exact one. */
const mayHide = /[^\t\n\x20-\x7e]/
const oneHidden = new RegExp(`^(?:[${ranges}]|\\r)$`, 'u')

const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export const isHidden = (character: string): boolean => oneHidden.test(character)

export function hiddenKind(character: string): HiddenKind {
  if (bidi.test(character)) return 'bidi'
  return control.test(character) ? 'control' : 'hidden'
}

/** Offsets of hidden characters, except where the writing system needs them. Numbers only: there may be millions. */
export function findHidden(text: string): readonly number[] {
  const found: number[] = []
  if (!mayHide.test(text)) return found
  for (const { 0: character, index } of text.matchAll(anyHidden)) {
    if (!mayBelong.test(character) || !belongs(text, index, character)) found.push(index)
  }
  return found
}

/** Characters that a writing system may need; the others never are. */
const mayBelong = /[\u180b-\u180f]|[\u200b-\u200d]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u

/** Scripts whose letters join: a joiner after a letter changes its form, at the end of a word too. */
const joining =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u0600-\u07bf\u07c0-\u07ff\u0840-\u0dff\u0f00-\u109f\u1780-\u17ff\u1800-\u18af\u1a20-\u1aaf\u1b00-\u1cff\ua840-\uaaff\uabc0-\uabff\u{10a00}-\u{10d3f}\u{11000}-\u{11fff}]/u
/** Scripts without spaces between words mark where a line may break. */
const unspaced = /[\u0e01-\u0eff\u0f00-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf]/
const mongolian = /[\u1800-\u180a\u1810-\u18af]/
const picture =
  /[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\u{1f000}-\u{1faff}]/u
/** Ideographs, and signs with standardised variants. */
const varied =
  /[\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u1000-\u109f\ua840-\ua877\u{13000}-\u{1345f}\u{20000}-\u{3ffff}]/u
const ideograph = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u

const tag = /[\u{e0020}-\u{e007f}]/u

/** The flags of England, Scotland and Wales are spelled with tag characters. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map(
  (code) =>
    `\u{1f3f4}${[...code].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
)

function belongs(text: string, at: number, character: string): boolean {
  if (tag.test(character)) return isInFlag(text, at)
  const before = characterBefore(text, at)
  const after = text.codePointAt(at + character.length)
  const next = after === undefined ? '' : String.fromCodePoint(after)
  if (before !== '\ufe0f' && isHidden(before)) return false
  switch (character) {
    case '\u200b':
      return unspaced.test(before) && unspaced.test(next) && !isHidden(next)
    case '\u200c':
      return joining.test(before)
    case '\u200d':
      return (
        joining.test(before) ||
        ((picture.test(before) || (before === '\ufe0f' && picture.test(characterBefore(text, at - 1)))) &&
          picture.test(next))
      )
    case '\ufe0e':
    case '\ufe0f':
      return picture.test(before) || (/[0-9#*]/.test(before) && next === '\u20e3')
    default:
      return isSelector(character, before)
  }
}

/** A variation selector belongs to the one sign before it; in a row they could spell something. */
function isSelector(character: string, before: string): boolean {
  if (/[\u180b-\u180f]/.test(character)) return mongolian.test(before)
  if (/[\ufe00-\ufe0d]/.test(character)) return varied.test(before)
  return /[\u{e0100}-\u{e01ef}]/u.test(character) && ideograph.test(before)
}

function isInFlag(text: string, at: number): boolean {
  const start = Math.max(0, at - 12)
  const flag = start + text.slice(start, at).lastIndexOf('\u{1f3f4}')
  return flag >= start && flags.some((spelled) => text.startsWith(spelled, flag) && at < flag + spelled.length)
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ''
  const low = text.charCodeAt(at - 1)
  const whole = low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : ''
  return whole !== '' && (whole.codePointAt(0) ?? 0) > 0xffff ? whole : text.charAt(at - 1)
}
