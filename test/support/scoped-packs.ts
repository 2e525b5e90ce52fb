import { rootsOf } from '../../src/discover/roots.ts'
import { openKnowledge } from '../../src/app/index.ts'
import type { Catalog } from '../../src/model/catalog.ts'
import { packText, type Fields } from './judge-pack.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'

/** A workspace, a home and an organisation in memory. */
const scopes = { workspaces: ['/w'], home: '/home', organization: ['/org'] } as const

const folders = {
  explicit: '/bare',
  native: '/w/.lorefence/knowledge',
  workspace: '/w/.agents/knowledge',
  user: '/home/.agents/knowledge',
  organization: '/org',
  builtin: '/builtin',
} as const

export interface ScopedPack extends Fields {
  readonly in: keyof typeof folders
  readonly granted?: boolean
}

/** Packs in the folders of their scopes; named `kiosk` unless they set another name. */
export async function openScoped(
  packs: readonly ScopedPack[],
  others: Readonly<Record<string, MemoryContent>> = {},
): Promise<{
  readonly catalog: Catalog
  readonly ports: MemoryPorts
  readonly knowledge: Awaited<ReturnType<typeof openKnowledge>>
}> {
  const tree: Record<string, MemoryContent> = { ...others }
  const granted: string[] = []
  for (const { in: scope, granted: isGranted, ...fields } of packs) {
    const folder = `${folders[scope]}/${typeof fields['name'] === 'string' && /^[a-z-]+$/.test(fields['name']) ? fields['name'] : 'kiosk'}`
    tree[`${folder}/KNOWLEDGE.md`] = packText({ name: 'kiosk', ...fields })
    if (isGranted) granted.push(folder)
  }
  const ports = memoryPorts(memoryFiles(tree))
  for (const path of granted)
    ports.given.set(path, { path, given: 'terminal', at: '2026-05-01T00:00:00Z', follow: true })
  const knowledge = await openKnowledge({ roots: rootsOf({ ...scopes, packs: ['/bare'], builtin: '/builtin' }), ports })
  return { catalog: knowledge.catalog, ports, knowledge }
}
