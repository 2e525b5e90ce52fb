const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

/** Titles are short; a longer one is hostile or not a title. */
const longestTitle = 400

/** The title of a Markdown heading without ids, anchors, links, emphasis, back quotes and escapes. */
export function plainTitle(written: string): string {
  const title = shortTitle(written)
  if (!/[\\`*_[\]<>{}&~\u200b¶|]/.test(title)) return title
  const literals: string[] = []
  const keep = (literal: string): string => `\ue000${literals.push(literal) - 1}\ue001`
  const plain = title
    .replace(/[\ue000\ue001]/g, '')
    .replace(/(`{1,3})(?!`)([^`]+)\1(?!`)/g, (_, __, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => keep(character))
    .replace(/\{\{[<%]([^{}]*)[%>]\}\}/g, (_, call: string) => shownByCall(call))
    .replace(/\s*\{(?:[#:.][^{}]*|\/\*[^{}]*\*\/|\s*#[^{}]*)\}\s*$/, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?[A-Za-z][\w.-]*(?:\s[^<>]*)?\/?>/g, '')
    .replace(/<((?:https?|mailto):[^<>\s]+)>/g, '$1')
  return decodeEntities(withoutEmphasis(withoutLinks(plain)))
    .replace(/[\u200b\ufeff¶]/g, '')
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => literals[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

export const shortTitle = (written: string): string => written.slice(0, longestTitle).replace(/\s+/g, ' ').trim()

/** The visible part of a template call: its text, or its only quoted argument. */
function shownByCall(call: string): string {
  return /\btext="([^"]*)"/.exec(call)?.[1] ?? /^\s*[\w-]+\s+"([^"]*)"\s*$/.exec(call)?.[1] ?? ''
}

/** The alternative text of an image is used only where there is no other text. */
function withoutLinks(title: string): string {
  const withImages = (alternative: string): string =>
    title
      .replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, alternative)
      .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
      .replace(/\[\^[^[\]]*\]/g, '')
  const plain = withImages('')
  return plain.trim() === '' ? withImages('$1') : plain
}

function withoutEmphasis(title: string): string {
  return title
    .replace(/(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]*[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/~~([^~]+)~~/g, '$1')
}

export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
    },
  )
}
