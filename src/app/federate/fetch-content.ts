import { inParallel } from '../../federate/resolve.ts'
import type { Fetched, FetchRequest } from '../../model/fetch.ts'
import type { FederatedSource } from '../../model/federation.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest, Unit } from '../../model/manifest.ts'
import { fileName, folderOf, isWebAddress, normalizePath } from '../../text/paths/paths.ts'
import { foldedName, isLeftOut } from '../../text/paths/tree-names.ts'
import type { FederateWorld } from './federate-world.ts'
import { credentialOf, traceFor } from './credentials.ts'

interface Copied {
  readonly root: string
  /** Path of the copy, from the root. */
  readonly copy: string
  readonly manifest: Manifest
  readonly fetched: Fetched
  readonly request: FetchRequest
  /** The manifest that declares it, if it is granted. */
  readonly by: readonly Manifest[]
  /** An ungranted manifest gets no credential and no trace. */
  readonly isGranted: boolean
}

/**
 * Fetches the files of public units into the folder of the copy, from below the URL of the manifest. Once they are
 * there, a grant pins them like any other file.
 */
export async function fetchContent(
  { root, copy, manifest, fetched, request, by, isGranted }: Copied,
  world: FederateWorld,
): Promise<NonNullable<FederatedSource['files']>> {
  const paths = [...new Set(manifest.units.filter(isOpen).map(({ path }) => normalizePath(path)))]
  const due = paths.filter((path) => mayBeWritten(path, fileName(copy))).slice(0, limits.remoteFiles)
  const base = new URL('./', fetched.url)
  const results = await inParallel(due, limits.parallelFetches, async (path) => {
    const url = new URL(path.split('/').map(encodeURIComponent).join('/'), base)
    // Only paths below the manifest belong to it.
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return false
    const found = await world.fetcher.fetch({
      url: url.href,
      maxBytes: limits.fetchBytes,
      ...(request.updateFrequency === undefined ? {} : { updateFrequency: request.updateFrequency }),
      ...(isGranted ? credentialOf(manifest.auth, url.href, world) : {}),
      ...traceFor([...by, ...(isGranted ? [manifest] : [])], url.href, world),
    })
    return found.outcome === 'fetched' && world.write(root, `${folderOf(copy)}/${path}`, found.bytes).ok
  })
  const count = results.filter(Boolean).length
  return { fetched: count, left: new Set(manifest.units.map(({ path }) => path)).size - count }
}

/** Units that need a credential or are elsewhere are not copied. */
const isOpen = ({ access = 'public', path, unreadable }: Unit): boolean =>
  access === 'public' && !isWebAddress(path) && !unreadable.some(({ field }) => field === 'access')

/** Not the copy itself, nor files that are never installed: settings, commands and instructions of other programs. */
const mayBeWritten = (path: string, entryFile: string): boolean =>
  path !== '' && ![entryFile, `${entryFile}.sig`].includes(foldedName(path)) && !isLeftOut(path)
