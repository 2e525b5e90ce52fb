/** Maximum length of markup that is read; titles and first paragraphs are shorter. */
const longest = 2000

/** Text without markup, on one line. Words are kept as written; images, tags and control characters are removed. */
export function plainLine(markup: string): string {
  // Without any of these, no pattern below matches.
  if (!/[<`[*_~\\&]/.test(markup)) return oneLine(markup.slice(0, longest))
  return oneLine(
    markup
      .slice(0, longest)
      // A tag that is the whole line, or inside code, is text.
      .replace(/^\s*<([a-zA-Z][\w.]*)\s*\/?>\s*$/, '&lt;$1&gt;')
      .replace(/`[^`]*`/g, (code) => code.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
      .replace(/<!--.*?-->/gs, ' ')
      .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, ' ')
      .replace(/\[\^[^\]]*\]/g, '')
      .replace(/\[([^[\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
      .replace(/\[([^[\]]{2,})\]/g, '$1')
      .replace(/<(https?:[^>\s]*)>/g, '$1')
      .replace(/<\/?[a-zA-Z][^>]*>/g, ' ')
      .replace(/:[a-z_]+:`([^`<]*)(?:<[^>]*>)?`/g, '$1')
      .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
      .replace(/(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?!\w)/g, '$1')
      .replace(/(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)/g, '$1')
      .replace(/`+([^`]*)`+/g, '$1')
      .replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
      .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' '),
  )
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
