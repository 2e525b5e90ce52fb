/** One character as a terminal shows it. */
export interface Cell {
  /** UTF-16 offset in the text. */
  readonly at: number
  readonly shown: string
  /** Columns it takes. */
  readonly width: number
  /** It replaces a character that must not reach a terminal. */
  readonly escaped: boolean
}

/** ASCII, Latin letters and our own punctuation: shown as they are, one column each. */
const plain = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f–—‘’“”…]*$/

export const isPlain = (text: string): boolean => plain.test(text)

/** Controls, format characters, invisibles and odd spaces: they can move the cursor, reorder a line or hide in it. Like the patterns below it is made when a text is not plain: that takes a millisecond. */
const isUnsafe = (character: string): boolean =>
  /^[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2028]$/u.test(character)

/** East Asian wide and fullwidth characters, and emoji that are pictures by default (Unicode TR11). */
const isWide = (character: string): boolean =>
  /^(?!\p{RI})[\p{Emoji_Presentation}\u1100-\u115e\u2e80-\u303e\u3041-\u33ff\u3400-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]$/u.test(
    character,
  )

/** Characters of a line with their widths. Tabs become spaces up to the next stop. */
export function cellsOf(text: string, tabWidth = 4): readonly Cell[] {
  const cells: Cell[] = []
  let at = 0
  let column = 0
  let before = ''
  for (const character of text) {
    const cell = cellOf(character, { text, at, column, before, tabWidth })
    cells.push(cell)
    at += character.length
    column += cell.width
    before = character
  }
  return cells
}

interface Context {
  readonly text: string
  readonly at: number
  readonly column: number
  readonly before: string
  readonly tabWidth: number
}

function cellOf(character: string, context: Context): Cell {
  const { at, before } = context
  if (character === '\t') {
    const width = context.tabWidth - (context.column % context.tabWidth)
    return { at, shown: ' '.repeat(width), width, escaped: false }
  }
  if (plain.test(character)) return { at, shown: character, width: 1, escaped: false }
  if (joins(character, context)) return { at, shown: character, width: 0, escaped: false }
  if (isUnsafe(character)) {
    const shown = `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
    return { at, shown, width: shown.length, escaped: true }
  }
  if (/^\p{M}$/u.test(character) || before === '\u200d' || /^\p{Emoji_Modifier}$/u.test(character))
    return { at, shown: character, width: 0, escaped: false }
  return { at, shown: character, width: isWide(character) ? 2 : 1, escaped: false }
}

/** Joiners are kept inside words of scripts that need them, and inside emoji. */
function joins(character: string, { text, at, before }: Context): boolean {
  if (character === '\ufe0e' || character === '\ufe0f') return /^(?!\p{ASCII})\p{Emoji}$/u.test(before)
  if (character !== '\u200c' && character !== '\u200d') return false
  return isJoinable(before) && isJoinable(String.fromCodePoint(text.codePointAt(at + 1) ?? 32))
}

const isJoinable = (character: string): boolean =>
  /^(?![\p{Script=Latin}\p{ASCII}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(character)

/** Text that is safe to print: one line, nothing invisible, nothing a terminal would interpret. */
export function visible(text: string): string {
  return plain.test(text)
    ? text
    : cellsOf(text, 1)
        .map((cell) => cell.shown)
        .join('')
}

export function widthOf(text: string): number {
  return plain.test(text) ? text.length : cellsOf(text, 1).reduce((sum, cell) => sum + cell.width, 0)
}
