/** Why a declared path may not be used; `undefined` when it may. */
export type PathProblem = 'absolute' | 'drive' | 'escape' | 'nul' | 'encoded'

/** Matches every path with a problem. Each read checks all units, and nearly all paths are fine. */
const suspect = /^\/|[\0\\:%]|\.\./

/**
 * A declared path must stay inside its root: relative, no drive letter, no `..` past the root, no NUL, and no
 * percent-encoded dots or slashes that a later decoder could turn into `..` (KCP §14, AK file access).
 */
export function pathProblem(path: string): PathProblem | undefined {
  if (!suspect.test(path)) return undefined
  if (path.includes('\0')) return 'nul'
  if (/^[/\\]/.test(path)) return 'absolute'
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:\/\//.test(path)) return 'absolute'
  for (const part of path.split(/[/\\]/)) {
    // In any part: `./C:/x` is `C:/x` once it is normalized.
    if (/^[a-zA-Z]:/.test(part)) return 'drive'
    if (/^(?:%2e|\.){2}$/i.test(part) && part !== '..') return 'encoded'
    if (/%2f|%5c|%00/i.test(part)) return 'encoded'
  }
  // A backslash is a separator on one system and part of a name on another.
  return leavesRoot(path.split(/[/\\]/)) || leavesRoot(path.split('/')) ? 'escape' : undefined
}

/** Content on the web instead of in the folder. */
export const isWebAddress = (path: string): boolean => /^https:\/\/[^/\\\s]/i.test(path)

function leavesRoot(parts: readonly string[]): boolean {
  let depth = 0
  return parts.some((part) => part !== '' && part !== '.' && (depth += part === '..' ? -1 : 1) < 0)
}

/** Names of devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i

/**
 * Whether a path has a name that is an alias on Windows: one that ends in a dot or a blank, one with a stream
 * (`a.md:x`), a device. A drive letter may precede it.
 */
export function hasAlias(path: string): boolean {
  const parts = path.replace(/^(?:[/\\]{2}[.?][/\\])?(?:[a-zA-Z]:(?=[/\\]|$))?/, '').split(/[/\\]/)
  return parts.some((part) => part !== '.' && part !== '..' && (/[. ]$|:/.test(part) || device.test(part)))
}

/** Does not occur in a normalized path. */
const uneven = /\\|\/\/|^\/|\/$|(?:^|\/)\.\.?(?:\/|$)/

/** Forward slashes, no `.` and no `..`; only for paths without a problem. */
export function normalizePath(path: string): string {
  if (!uneven.test(path)) return path
  const parts: string[] = []
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

export function fileStem(path: string): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

export function joinPath(...parts: readonly string[]): string {
  return normalizePath(parts.join('/'))
}

/** Sort key: the files of a folder, then its subfolders. */
export function treeKey(path: string): string {
  return `${folderOf(path).replaceAll('/', '\0')}\0\0${fileName(path)}`
}

/** Removes trailing characters of a set. A pattern that ends with `$` would be tried at every offset. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * The path that a link or a back-quoted text names, without anchor and query; `undefined` when it names a URL or a
 * place in the same file. A drive letter, `file:` and a host without scheme are kept: they are outside of the folder.
 */
export function localPath(destination: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]+:/i.test(destination) && !/^file:/i.test(destination)) return undefined
  const end = destination.search(/[?#]/)
  const path = end < 0 ? destination : destination.slice(0, end)
  return path === '' ? undefined : path
}

/** A malformed text is unchanged. */
export function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const prose =
  /\.(?:md|markdown|mdown|mkd|qmd|rmd|mdc|mdx|rst|rest|adoc|asciidoc|asc|html?|xhtml|txt|text|ipynb|vtt|srt)$/i
const data = /\.(?:csv|tsv|json|jsonc|json5|jsonl|ndjson|geojson|ya?ml)$/i

/** Whether a file in the layers of a pack is read as text. Data in compiled/ are records of compilation tools. */
export const isPackText = (path: string): boolean =>
  prose.test(path) || (data.test(path) && !path.startsWith('compiled/'))

/** The repositories that contain a folder, nearest first. The root of the file system does not count. */
export function repositoriesAround(folder: string, isThere: (path: string) => boolean): readonly string[] {
  const ends = [...folder.matchAll(/[^\\/](?=[\\/]|$)/g)].map(({ index }) => index + 1)
  return ends
    .map((end) => folder.slice(0, end))
    .filter((above) => !/^[A-Za-z]:$/.test(above) && isThere(`${above}/.git`))
    .reverse()
}
