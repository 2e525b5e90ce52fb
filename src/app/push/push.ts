import { gitIgnored } from '../../discover/git-ignored.ts'
import { isSecret, privateName } from '../../discover/skipped-folders.ts'
import { memoryReceipts } from '../../io/memory/memory-receipts.ts'
import { memorySessions } from '../../io/memory/memory-sessions.ts'
import { memoryUsage } from '../../io/memory/memory-usage.ts'
import type { StoredKnowledge, StorePlace } from '../../io/postgres/index.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Files, Ports } from '../../model/ports.ts'
import type { LeftOutFile, PushedFile, PushedFiles, PushedRevision } from '../../model/records/push.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { filesIn } from '../../select/texts/content-hash.ts'
import { compareText } from '../../text/compare.ts'
import { digest } from '../../text/bytes/digest.ts'
import { fileName, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { version } from '../../version.ts'
import { grantableFiles } from '../grants/propose-grants.ts'
import { workspaceConfigFile } from '../open/config-file.ts'
import { openKnowledge } from '../open/open.ts'
import { scanRoots, type ScanOptions } from '../open/scan.ts'
import { entryFilesOf } from '../shared/folder-units.ts'

export interface ChosenFiles extends PushedFiles {
  readonly catalog: Catalog
  readonly leftOut: readonly LeftOutFile[]
}

type ChooseOptions = Pick<ScanOptions, 'allowTypes' | 'ignore' | 'signatures'>

/**
 * The files of a workspace that a server needs to decide and answer as this machine does: what a scan opens (entry
 * files, signatures, the config of the workspace) and the files that entries name, without ignored and private ones.
 */
export function chooseFiles(ports: Ports, root: string, options: ChooseOptions = {}): ChosenFiles {
  const { files } = ports
  const { watched, opened } = watchReads(files)
  const catalog = scanRoots({ ...ports, files: watched }, [{ path: root, scope: 'workspace' }], {
    ...options,
    inFull: true,
    trustAll: true,
  })
  workspaceConfigFile(watched, root)
  const rules = { ignore: options.ignore ?? [], entryFiles: entryFilesOf(catalog) }
  const named = [...catalog.entries, ...catalog.shadowed].flatMap((entry) =>
    [...grantableFiles(files, entry, rules), ...hashedFiles(files, entry)].map(
      (path) => `${entry.found.folder}/${path}`,
    ),
  )
  const chosen = new Choice(files, root)
  for (const path of new Set([...opened, ...named])) if (fileName(path) !== '.gitignore') chosen.add(path)
  return { ...chosen.result(), catalog }
}

function watchReads(files: Files): { readonly watched: Files; readonly opened: ReadonlySet<string> } {
  const opened = new Set<string>()
  const read: Files['read'] = (root, path, options) => {
    const found = files.read(root, path, options)
    if (found.ok) opened.add(`${root}/${path}`)
    return found
  }
  return { watched: { ...files, read }, opened }
}

/** The hash of a folder covers all its files, also those that are not text (KCP §4.21.1). */
function hashedFiles(files: Files, { found, document }: CatalogEntry): readonly string[] {
  if (document.kind !== 'manifest') return []
  return document.units.flatMap((unit) => {
    if (pathProblem(unit.path) || !effectiveUnit(document, unit).contentHash) return []
    const path = normalizePath(unit.path)
    return files.kindOf(`${found.folder}/${path}`) === 'folder' ? filesIn(files, found.folder, path) : []
  })
}

class Choice {
  readonly #files: Files
  readonly #root: string
  readonly #realRoot: string
  readonly #isIgnored: (path: string, isFolder: boolean) => boolean
  readonly #chosen = new Map<string, PushedFile>()
  readonly #paths = new Map<string, string>()
  readonly #leftOut = new Map<string, string>()

  constructor(files: Files, root: string) {
    this.#files = files
    this.#root = root
    this.#realRoot = files.realPath(root) ?? root
    this.#isIgnored = gitIgnored(files, root)
  }

  result(): Pick<ChosenFiles, 'files' | 'bytesOf' | 'leftOut'> {
    const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
      [...map].sort(([a], [b]) => compareText(a, b))
    return {
      files: new Map(sorted(this.#chosen)),
      leftOut: sorted(this.#leftOut).map(([path, reason]) => ({ path, reason })),
      bytesOf: (wanted) => this.#bytesOf(wanted),
    }
  }

  add(absolute: string): void {
    const path = absolute.slice(this.#root.length + 1)
    if (!absolute.startsWith(`${this.#root}/`) || this.#isKnown(path)) return
    const reason = this.#whyNot(path)
    if (reason !== undefined) this.#leftOut.set(path, reason)
    else this.#addAsItIs(path)
  }

  /** A link is stored as one, so that its file has the same restrictions by every path. */
  #addAsItIs(path: string): void {
    const names = path.split('/')
    for (const [i, name] of names.entries()) {
      const above = names.slice(0, i).join('/')
      const own = [above, name].filter(Boolean).join('/')
      const real = this.#files.realPath(`${this.#root}/${own}`)
      if (real === undefined || real === `${this.#realRoot}/${own}`) continue
      const target = real.startsWith(`${this.#realRoot}/`) ? real.slice(this.#realRoot.length + 1) : '..'
      // A name in another Unicode normal form is not a link.
      if (target.normalize() !== own.normalize()) this.#chosen.set(own, { target })
      if (target !== '..') this.add([this.#root, target, ...names.slice(i + 1)].join('/'))
      return
    }
    const read = this.#files.read(this.#root, path, { limit: limits.contentBytes })
    // A file that is missing here is also missing on the server.
    if (!read.ok && read.trouble === 'missing') return
    if (!read.ok) return void this.#leftOut.set(path, read.detail)
    const own = digest(read.bytes)
    this.#chosen.set(path, { digest: own, size: read.bytes.length })
    this.#paths.set(own, path)
  }

  #isKnown(path: string): boolean {
    return path === '' || this.#chosen.has(path) || this.#leftOut.has(path)
  }

  #whyNot(path: string): string | undefined {
    const names = path.split('/')
    const secret = names.find(isSecret) ?? privateName(path)
    if (secret !== undefined) return `${showValue(secret)} is private by its name.`
    const isIgnored = names.some((_, i) => this.#isIgnored(names.slice(0, i + 1).join('/'), i < names.length - 1))
    return isIgnored ? 'Git ignores it.' : undefined
  }

  #bytesOf(wanted: string): Uint8Array {
    const path = this.#paths.get(wanted) ?? ''
    const read = this.#files.read(this.#root, path, { limit: limits.contentBytes })
    if (read.ok && digest(read.bytes) === wanted) return read.bytes
    throw new Error(`"${path}" has changed since the push began; nothing was stored. Push again.`)
  }
}

interface Pushed extends PushedRevision {
  readonly workspace: string
  /** For messages: the address of the store without the password. */
  readonly store: string
  readonly files: number
  readonly entries: readonly string[]
  readonly leftOut: readonly LeftOutFile[]
}

/** Makes files the newest revision of a stored workspace, and adds their words to its index. */
export async function pushWorkspace(
  ports: Ports,
  { files, bytesOf, leftOut, catalog }: ChosenFiles,
  { place, onIndexed }: { readonly place: StorePlace; readonly onIndexed?: () => void },
): Promise<Pushed> {
  const { connectDatabase, migrateDatabase, pushFiles, storedKnowledge, tidyWords } =
    await import('../../io/postgres/index.ts')
  const database = connectDatabase(place.url, place.env)
  try {
    await migrateDatabase(database)
    const pushed = await pushFiles(database, place.workspace, { files, bytesOf })
    const stored = storedKnowledge(database, ports.files, place)
    try {
      await stored.current()
      await addWords(stored, ports, onIndexed)
      if (pushed.changed > 0) await tidyWords(database)
    } finally {
      await stored.close()
    }
    return {
      ...pushed,
      workspace: place.workspace,
      store: database.shown,
      files: files.size,
      entries: [...catalog.entries, ...catalog.shadowed].map(({ ref }) => ref),
      leftOut,
    }
  } finally {
    await database.close()
  }
}

/** A read indexes every text that it may open; others are indexed when someone permitted asks. Nothing is released. */
async function addWords(
  { root, files, words, cache }: StoredKnowledge,
  ports: Ports,
  onIndexed?: () => void,
): Promise<void> {
  const own: Ports = {
    ...ports,
    files,
    words,
    cache,
    grants: everythingFollowed,
    receipts: memoryReceipts(),
    sessions: memorySessions(),
    usage: memoryUsage(),
  }
  const knowledge = await openKnowledge({ roots: [root], ports: own })
  await knowledge.read({ task: 'words', ...(onIndexed ? { onIndexed } : {}) })
  await knowledge.close()
}

/** Only the beginning of a large ungranted manifest would be read. Nothing is released by this. */
const everythingFollowed: Ports['grants'] = {
  find: (path) => ({ path, follow: true, given: 'unattended', at: '', version }),
  isEmpty: () => false,
  below: () => [],
  save: () => undefined,
  remove: () => false,
}
