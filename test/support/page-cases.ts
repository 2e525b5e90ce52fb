import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import type { FakeNetwork } from './fake-network.ts'
import type { FederatedWorld } from './federated-world.ts'

/** One example of a diagnostics page: files, and the flags it is validated with. */
export interface PageCase {
  readonly title: string
  readonly tree: Readonly<Record<string, MemoryContent>>
  readonly flags: readonly string[]
  /** A catalog instead of a validation; `home` is a folder of the case. */
  readonly catalog?: { readonly home?: string }
  /** Inspects one file as it is fenced, instead of a validation. */
  readonly inspect?: string
  /** A query instead of a validation. */
  readonly query?: unknown
  /** A read instead of a validation. */
  readonly read?: {
    readonly task: string
    readonly budget: number
    /** Kept in memory only. */ readonly records?: 'memory'
  }
  /** A fetch in a simulated network, instead of a validation. */
  readonly fetch?: FakeNetwork & { readonly url: string }
  /** A dry-run installation instead of a validation; without sources, that of the catalog. */
  readonly add?: { readonly sources?: readonly string[]; readonly frozen?: true }
  /** Resolves what the manifests declare in a simulated network, or looks up the manifest of an origin. */
  readonly federate?: {
    readonly origin?: string
    readonly remote?: FederatedWorld['remote']
    /** Files of the case, signed with a trusted key. */
    readonly signed?: readonly string[]
  }
}

export interface Page {
  readonly head: string
  readonly triggers: readonly PageCase[]
  readonly nearMisses: readonly PageCase[]
}

/**
 * A page contains its own test cases. Under `## Triggers` and `## Near miss`, each `### title` (or the section itself)
 * is a case; each fenced block whose info string is `<language> <path>` is a file of it. Special languages: `hex`
 * (bytes), `base64`, `trouble` (content is one word: unreadable, not-a-file, outside, too-large), `repeat` (JSON
 * `{"text": …, "times": …}`). Lines of a case configure the validation or replace it:
 *
 * - `Flags: --lint` sets flags; `Folder: name` names the folder, by default `case`.
 * - `Read: {"task": …}` reads; `Query: {"terms": …}` queries; `Inspect: path` inspects one file as it is fenced.
 * - `Catalog: {"home": …}` lists, with the user's packs in that folder.
 * - `Fetch: {"url": …, "names": …, "responses": …}` fetches in a simulated network.
 * - `Federate: {"remote": {url: text}}` resolves what the manifests declare, or, with "origin", looks up its manifest.
 * - `Add: {"sources": […], "frozen": …}` installs into the folder, without writing.
 */
export function readPage(markdown: string): Page {
  const [head = '', ...sections] = splitOutsideFences(markdown, '## ')
  const casesOf = (name: string): readonly PageCase[] =>
    sections
      .filter((section) => section.startsWith(`${name}\n`))
      .flatMap((section) => splitOutsideFences(section.slice(name.length), '### ').map(readCase))
      .filter(
        (found) => found.fetch !== undefined || found.federate !== undefined || Object.keys(found.tree).length > 0,
      )
  return { head, triggers: casesOf('Triggers'), nearMisses: casesOf('Near miss') }
}

/** Headings inside a fenced block belong to the example. */
function splitOutsideFences(text: string, mark: string): readonly string[] {
  const parts: string[][] = [[]]
  let fence = ''
  for (const line of text.split('\n')) {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? ''
    if (fence === '' && line.startsWith(mark)) parts.push([line.slice(mark.length)])
    else parts.at(-1)?.push(line)
    if (fence === '') fence = ticks
    else if (line === fence) fence = ''
  }
  return parts.map((lines) => lines.join('\n'))
}

function readCase(text: string): PageCase {
  const folder = /^Folder: (.+)$/m.exec(text)?.[1] ?? 'case'
  const flags = /^Flags: (.+)$/m.exec(text)?.[1]?.split(' ') ?? []
  const tree: Record<string, MemoryContent> = {}
  const block = /^(`{3,})(\S+) (\S+)\n([\s\S]*?)^\1$/gm
  for (const [, , language = '', path = '', content = ''] of text.matchAll(block))
    tree[`/${folder}/${path}`] = decode(language, content)
  const read = /^Read: (.+)$/m.exec(text)?.[1]
  const catalog = /^Catalog: (.+)$/m.exec(text)?.[1]
  const query = /^Query: (.+)$/m.exec(text)?.[1]
  const fetch = /^Fetch: (.+)$/m.exec(text)?.[1]
  const add = /^Add: (.+)$/m.exec(text)?.[1]
  const federate = /^Federate: (.+)$/m.exec(text)?.[1]
  const inspect = /^Inspect: (.+)$/m.exec(text)?.[1]
  return {
    title: text.split('\n')[0] ?? '',
    tree,
    flags,
    ...(inspect ? { inspect } : {}),
    ...(read ? { read: JSON.parse(read) as NonNullable<PageCase['read']> } : {}),
    ...(add ? { add: JSON.parse(add) as NonNullable<PageCase['add']> } : {}),
    ...(query ? { query: JSON.parse(query) as unknown } : {}),
    ...(fetch ? { fetch: JSON.parse(fetch) as NonNullable<PageCase['fetch']> } : {}),
    ...(federate ? { federate: JSON.parse(federate) as NonNullable<PageCase['federate']> } : {}),
    ...(catalog ? { catalog: JSON.parse(catalog) as NonNullable<PageCase['catalog']> } : {}),
  }
}

function decode(language: string, content: string): MemoryContent {
  switch (language) {
    case 'hex':
      return new Uint8Array(Buffer.from(content.replaceAll(/\s/g, ''), 'hex'))
    case 'base64':
      return new Uint8Array(Buffer.from(content, 'base64'))
    case 'trouble':
      return { trouble: content.trim() as 'unreadable' }
    case 'repeat': {
      const { text, times } = JSON.parse(content) as { text: string; times: number }
      return text.repeat(times)
    }
    default:
      return content
  }
}

export const filesOf = (page: PageCase) => memoryFiles(page.tree)

export const folderOfCase = (page: PageCase): string => `/${Object.keys(page.tree)[0]?.split('/')[1] ?? 'case'}`
