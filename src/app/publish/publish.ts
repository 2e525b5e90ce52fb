import { publishRecordPath, publishRecordText, readPublishRecord } from '../../distribute/publish/publish-record.ts'
import type { FolderSwap, SwappedFolder } from '../../io/disk/swap-folder.ts'
import type { Catalog } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { digest } from '../../text/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { planSite, type Site, type SiteOptions } from './site.ts'

interface PublishOptions extends SiteOptions {
  /** Absolute folder that is written. */
  readonly out: string
  readonly dryRun: boolean
  readonly swap: (folder: string, swap: Omit<FolderSwap, 'foreign'>) => SwappedFolder
}

export interface Published extends Omit<Site, 'files'> {
  readonly files: readonly { readonly path: string; readonly action: 'created' | 'updated' | 'unchanged' | 'removed' }[]
  /** The former folder, if something in it changed meanwhile. */
  readonly kept?: string
}

/** Writes what anybody may fetch into a folder of its own, whole or not at all. */
export function publish(catalog: Catalog, reader: Reader, options: PublishOptions): Published {
  const { files: planned, ...site } = planSite(catalog, reader, options)
  if (site.refused !== undefined) return { ...site, files: [] }
  const record = publishRecordText(planned)
  const files = new Map([...planned, [publishRecordPath, new TextEncoder().encode(record)] as const])
  const before = formerFiles(reader.ports.files, options.out)
  if (typeof before === 'string') return { ...site, files: [], refused: before }
  const actions = actionsOf(files, before)
  if (options.dryRun || actions.every(({ action }) => action === 'unchanged')) return { ...site, files: actions }
  const swapped = options.swap(options.out, { files, mayRemove: (path, bytes) => before.get(path) === digest(bytes) })
  if (!swapped.ok) return { ...site, files: [], refused: `"${options.out}" was not written. ${swapped.detail}` }
  return { ...site, files: actions, ...(swapped.kept === undefined ? {} : { kept: swapped.kept }) }
}

function actionsOf(files: ReadonlyMap<string, Uint8Array>, before: ReadonlyMap<string, string>): Published['files'] {
  const written = [...files].map(([path, bytes]) => {
    const former = before.get(path)
    const same = former === digest(bytes) ? 'unchanged' : 'updated'
    return { path, action: former === undefined ? ('created' as const) : (same as 'unchanged' | 'updated') }
  })
  const removed = [...before.keys()].filter((path) => !files.has(path))
  return [...written, ...removed.map((path) => ({ path, action: 'removed' as const }))].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
}

/** The files of the folder with their digests; a sentence if any of them differs from what an earlier run wrote. */
function formerFiles(files: Files, out: string): ReadonlyMap<string, string> | string {
  const kind = files.kindOf(out)
  if (kind === undefined) return new Map()
  if (kind !== 'folder') return `"${out}" is not a folder.`
  const digests = new Map(digestsBelow(files, out))
  if (digests.size === 0) return digests
  const read = files.read(out, publishRecordPath, { limit: limits.documentBytes })
  const record = read.ok ? readPublishRecord(new TextDecoder().decode(read.bytes)) : undefined
  if (!record) return `"${out}" has files that "lorefence publish" did not write. Choose another folder.`
  const foreign = [...digests].filter(([path, sum]) => path !== publishRecordPath && record.get(path) !== sum)
  const [first] = foreign
  if (!first) return digests
  const more = foreign.length > 1 ? ` and ${foreign.length - 1} more` : ''
  const what = `"${out}/${first[0]}"${more} was changed or added since "lorefence publish" wrote the folder.`
  return `${what} Move it elsewhere, or choose another folder.`
}

/** Only plain files have a digest, so that nothing else is taken for ours. */
function digestsBelow(files: Files, folder: string, path = ''): readonly (readonly [string, string])[] {
  const entries = files.list(path === '' ? folder : `${folder}/${path}`) ?? []
  return entries.flatMap(({ name, kind }) => {
    const inner = path === '' ? name : `${path}/${name}`
    if (kind === 'folder') return digestsBelow(files, folder, inner)
    const read = kind === 'file' ? files.read(folder, inner, { limit: limits.contentBytes }) : undefined
    return [[inner, read?.ok ? digest(read.bytes) : ''] as const]
  })
}
