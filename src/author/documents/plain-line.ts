/** Maximum length of markup that is read; titles and first paragraphs are shorter. */
const longest = 2000

interface Step {
  /** One of these characters is in every match, so that most lines skip most steps. */
  readonly marks: string
  readonly pattern: RegExp
  readonly by: string | ((match: string, ...groups: string[]) => string)
}

const steps: readonly Step[] = [
  // A tag that is the whole line, or inside code, is text.
  { marks: '<', pattern: /^\s*<([a-zA-Z][\w.]*)\s*\/?>\s*$/, by: '&lt;$1&gt;' },
  { marks: '<>', pattern: /`[^`]*`/g, by: (code) => code.replaceAll('<', '&lt;').replaceAll('>', '&gt;') },
  { marks: '<', pattern: /<!--.*?-->/gs, by: ' ' },
  { marks: '!', pattern: /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, by: ' ' },
  { marks: '^', pattern: /\[\^[^\]]*\]/g, by: '' },
  { marks: '[', pattern: /\[([^[\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, by: '$1' },
  { marks: '[', pattern: /\[([^[\]]{2,})\]/g, by: '$1' },
  { marks: '<', pattern: /<(https?:[^>\s]*)>/g, by: '$1' },
  { marks: '<', pattern: /<\/?[a-zA-Z][^>]*>/g, by: ' ' },
  { marks: '`', pattern: /:[a-z_]+:`([^`<]*)(?:<[^>]*>)?`/g, by: '$1' },
  { marks: '*_~', pattern: /(\*\*|__|~~)(?=\S)(.*?\S)\1/g, by: '$2' },
  { marks: '*', pattern: /(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?!\w)/g, by: '$1' },
  { marks: '_', pattern: /(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)/g, by: '$1' },
  { marks: '`', pattern: /`+([^`]*)`+/g, by: '$1' },
  { marks: '\\', pattern: /\\([\\`*_{}[\]()#+.!|<>-])/g, by: '$1' },
  { marks: '&', pattern: /&(amp|lt|gt|quot|nbsp|#39);/g, by: (_, name = '') => entities[name] ?? ' ' },
]

/** Text without markup, on one line. Words are kept as written; images, tags and control characters are removed. */
export function plainLine(markup: string): string {
  let line = markup.slice(0, longest)
  // Without any of these, no step matches.
  if (!/[<`[*_~\\&]/.test(line)) return oneLine(line)
  // The declaration of `replace` has no signature for both kinds of replacement.
  for (const { marks, pattern, by } of steps) if (hasAny(line, marks)) line = line.replace(pattern, by as string)
  return oneLine(line)
}

function hasAny(line: string, marks: string): boolean {
  for (const mark of marks) if (line.includes(mark)) return true
  return false
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Line breaks and runs of space become one space; control, invisible and half characters are removed. */
export function oneLine(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('  ')) return text.trim()
  return text
    .replace(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
