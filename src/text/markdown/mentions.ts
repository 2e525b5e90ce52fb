import { findLinks } from './links.ts'

/** Everything in a Markdown text that may refer to another file, as written. */
export interface Mentions {
  /** Paths of files or folders: link targets, and bare or quoted names that look like a path. */
  readonly paths: readonly string[]
  /** Names in double square brackets. */
  readonly names: readonly string[]
}

const pathEnd = /\.(?:md|markdown)(?![\w/])|\/(?![\w/.%\p{L}-])/gu
const pathCharacter = /[\w./%-]|[^\0-\x7f]/
const wikiName = /\[\[([^[\]|#\n]{1,200})/g

export function findMentions(text: string): Mentions {
  const links = text.includes('](') || text.includes(']:') ? findLinks(text).map(({ destination }) => destination) : []
  const paths = [...links, ...barePaths(text)]
  return {
    paths: paths.map(cleaned).filter((path) => path !== ''),
    names: [...text.matchAll(wikiName)].map(([, name = '']) => name.trim()),
  }
}

/** Ends of paths are rare, so searching backwards from them is much faster than trying every word. */
function barePaths(text: string): readonly string[] {
  const paths: string[] = []
  let previousEnd = 0
  for (const match of text.matchAll(pathEnd)) {
    const end = match.index + match[0].length
    let start = match.index
    while (start > previousEnd && pathCharacter.test(text.charAt(start - 1))) start -= 1
    if (start < match.index) paths.push(text.slice(start, end))
    previousEnd = end
  }
  return paths
}

/** Without fragment and query, percent-decoded. */
function cleaned(target: string): string {
  const path = target.split(/[#?]/)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
