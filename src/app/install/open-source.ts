import { isArchive, unpackArchive } from '../../io/archive/unpack.ts'
import type { Code } from '../../model/codes/codes.ts'
import type { Fetched, NotFetched } from '../../model/distribution/fetch.ts'
import type { InstallSource, OpenedTree, SourceTree } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import type { Fetcher, Files } from '../../model/ports.ts'
import { compareText } from '../../text/compare.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { isLeftOut } from '../../text/paths/tree-names.ts'
import type { InstallContext } from './install-context.ts'

export type OpenedSource =
  | {
      readonly ok: true
      readonly tree: SourceTree
      /** The source is this one document. */
      readonly document?: string
    }
  | { readonly ok: false; readonly code: Code; readonly message: string }

/** Opens a source, at a commit if it has commits. Nothing is written. */
export async function openSource(source: InstallSource, world: InstallContext, commit?: string): Promise<OpenedSource> {
  switch (source.kind) {
    case 'local':
      return openLocal(source.place, world)
    case 'https':
      return openFetched(source.url, world.fetcher)
    case 'git':
      return fromTree(await world.repositories.open(source.repository, commit ?? source.ref))
    case 'github':
      return openFetched(
        `https://codeload.github.com/${source.owner}/${source.repository}/tar.gz/${commit ?? source.ref ?? 'HEAD'}`,
        world.fetcher,
        `github.com/${source.owner}/${source.repository}`,
      )
  }
}

const refused = (code: Code, message: string): OpenedSource => ({ ok: false, code, message })

const codes = { refused: 'RUN730', failed: 'RUN736', invalid: 'RUN731' } as const

const fromTree = (opened: OpenedTree): OpenedSource =>
  opened.ok ? { ok: true, tree: opened.tree } : refused(codes[opened.why], opened.detail)

function openLocal(place: string, { files, repositories }: InstallContext): OpenedSource {
  const kind = files.kindOf(place)
  if (kind === 'folder') return folderTree(files, place)
  const [folder, name] = [folderOf(place) || '/', fileName(place)]
  const read = files.read(folder, name, { limit: limits.archiveBytes })
  if (!read.ok) return refused(read.trouble === 'too-large' ? 'RUN731' : 'RUN736', `"${place}": ${read.detail}`)
  if (isArchive(read.bytes)) return archiveTree(read.bytes)
  const changeOf = async (path: string) => repositories.changeOf(`${folder}/${path}`)
  return { ok: true, document: name, tree: { odd: [], read: readFrom(files, folder), changeOf } }
}

/** The files of a folder; links are not followed, and folders that are never installed are skipped. */
function folderTree(files: Files, folder: string): OpenedSource {
  const [paths, odd]: [string[], string[]] = [[], []]
  const pending = ['']
  for (let above = pending.pop(); above !== undefined; above = pending.pop()) {
    for (const { name, kind } of files.list(above === '' ? folder : `${folder}/${above}`) ?? []) {
      const path = above === '' ? name : `${above}/${name}`
      if (kind === 'folder' && (!isLeftOut(name) || name === '.agents' || name === '.lorefence')) pending.push(path)
      else if (kind === 'file') paths.push(path)
      else if (kind !== 'folder') odd.push(path)
      if (paths.length + pending.length > limits.archiveNames)
        return refused('RUN731', `The folder has more than ${limits.archiveNames} names.`)
    }
  }
  return {
    ok: true,
    tree: { paths: paths.sort(compareText), odd: odd.sort(compareText), read: readFrom(files, folder) },
  }
}

const readFrom =
  (files: Files, folder: string): SourceTree['read'] =>
  async (paths) =>
    new Map(
      paths.flatMap((path) => {
        const read = files.read(folder, path, { limit: limits.installedBytes })
        return read.ok ? [[path, read.bytes] as const] : []
      }),
    )

function archiveTree(bytes: Uint8Array, origin?: string): OpenedSource {
  const unpacked = unpackArchive(bytes)
  if (!unpacked.ok) return refused('RUN731', `The archive is refused. ${unpacked.detail}`)
  const { files, links, commit } = unpacked
  return {
    ok: true,
    tree: {
      paths: [...files.keys()].sort(compareText),
      odd: links,
      async read(paths) {
        return new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? bytes] as const] : [])))
      },
      ...(commit === undefined ? {} : { commit }),
      ...(origin === undefined ? {} : { origin }),
    },
  }
}

/** An archive, or a manifest whose files are relative to its URL. */
async function openFetched(url: string, fetcher: Fetcher, origin?: string): Promise<OpenedSource> {
  const { archiveBytes: maxBytes, archiveMilliseconds: maxMilliseconds } = limits
  const fetched = await fetcher.fetch({ url, maxBytes, maxMilliseconds })
  if (fetched.outcome !== 'fetched') return refused(fetched.code, fetched.message)
  const { host, pathname } = new URL(fetched.url)
  if (isArchive(fetched.bytes)) return archiveTree(fetched.bytes, origin ?? `${host}${pathname}`)
  if (fetched.bytes.length > limits.fetchBytes)
    return refused('RUN705', `The document has more than ${limits.fetchBytes} bytes.`)
  return documentTree(fetched, fetcher)
}

/** Parallel requests. */
const atOnce = 6

function documentTree({ url, bytes, lastModified }: Fetched, fetcher: Fetcher): OpenedSource {
  const { host, pathname } = new URL(url)
  const document = fileName(pathname) || 'knowledge.yaml'
  const fetchOne = async (path: string): Promise<readonly (readonly [string, Uint8Array])[]> => {
    if (path === document) return [[path, bytes]]
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    const fetched: Fetched | NotFetched = await fetcher.fetch({ url: new URL(encoded, url).href })
    return fetched.outcome === 'fetched' ? [[path, fetched.bytes]] : []
  }
  const modified = lastModified === undefined ? Number.NaN : Date.parse(lastModified)
  const date = Number.isNaN(modified) ? {} : { date: new Date(modified).toISOString().slice(0, 10) }
  return {
    ok: true,
    document,
    tree: {
      odd: [],
      origin: `${host}${pathname}`,
      changeOf: async () => date,
      async read(paths) {
        const found: (readonly [string, Uint8Array])[] = []
        const wanted = paths.slice(0, limits.fetchedFiles)
        for (let at = 0; at < wanted.length; at += atOnce)
          found.push(...(await Promise.all(wanted.slice(at, at + atOnce).map(fetchOne))).flat())
        return new Map(found)
      },
    },
  }
}
