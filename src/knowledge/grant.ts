import { relative, resolve } from 'node:path'
import type { Grant } from '../model/decision.ts'
import { limits } from '../model/limits.ts'
import type { Ports } from '../model/ports.ts'
import { digest } from '../text/digest.ts'
import { openFolder } from '../validate/folder.ts'
import { scanRoots } from './scan.ts'

/** What a grant would cover, shown before a person says yes. */
export interface GrantProposal {
  readonly ref: string
  readonly folder: string
  /** Relative to the path that was asked about. */
  readonly shown: string
  readonly files: Readonly<Record<string, string>>
}

/** Every pack below a path with the digest of each of its files. Reads on purpose, to fix what is granted. */
export function proposeGrants(ports: Ports, path: string, cwd: string): readonly GrantProposal[] {
  const root = resolve(cwd, path)
  const { entries, shadowed } = scanRoots(ports, [{ path: root, scope: 'workspace' }])
  return [...entries, ...shadowed].flatMap(({ ref, found, document }) => {
    if (document.kind !== 'pack') return []
    const folder = openFolder(ports.files, found.folder)
    const files: Record<string, string> = {}
    for (const file of folder.files) {
      const read = ports.files.read(found.folder, file, { limit: limits.contentBytes })
      if (read.ok) files[file] = digest(read.bytes)
    }
    return [{ ref, folder: found.folder, shown: relative(root, found.folder) || '.', files }]
  })
}

export function saveGrants(ports: Ports, proposals: readonly GrantProposal[], options: { readonly follow: boolean; readonly given: Grant['given'] }): readonly Grant[] {
  const at = ports.clock.now().toISOString()
  return proposals.map(({ folder, files }) => {
    const grant: Grant = options.follow ? { path: folder, given: options.given, at, follow: true } : { path: folder, given: options.given, at, files }
    ports.grants.save(grant)
    return grant
  })
}
