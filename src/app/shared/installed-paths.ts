import { installedManifests, lockFile } from '../../distribute/installed-manifests.ts'
import { urlIdentity } from '../../federate/manifest-address.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'

/** KCP §1.5: an installed copy is used before its address is fetched. Returns a path from the root. */
export function installedPaths(
  files: Pick<Files, 'read' | 'kindOf'>,
  root: string,
): (url: string | undefined) => string | undefined {
  const read = files.read(root, lockFile, { limit: limits.documentBytes })
  const installed = read.ok ? installedManifests(read.bytes) : undefined
  return (url = '') => {
    const key = urlIdentity(url)
    const path = key === undefined ? undefined : installed?.get(key)
    return path !== undefined && files.kindOf(`${root}/${path}`) === 'file' ? path : undefined
  }
}
