import type { InstallContext } from '../../src/app/index.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import type { Files, Installer } from '../../src/model/ports.ts'
import { fakeNetwork, type FakeNetwork } from './fake-network.ts'

export interface MemoryWorldOptions {
  readonly root?: string
  readonly network?: FakeNetwork
  readonly settings?: Partial<InstallContext['settings']>
}

/** A disk in memory and a simulated network. `tree` shows what was written. */
export function memoryWorld(start: Readonly<Record<string, MemoryContent>>, options: MemoryWorldOptions = {}) {
  const tree: Record<string, MemoryContent> = { ...start }
  const files: Files = {
    read: (root, path, wanted) => memoryFiles(tree).read(root, path, wanted),
    list: (folder) => memoryFiles(tree).list(folder),
    kindOf: (path) => memoryFiles(tree).kindOf(path),
    realPath: (path) => memoryFiles(tree).realPath(path),
  }
  const installer: Installer = {
    createFolder({ root, folder, files: added }) {
      for (const [path, bytes] of added) tree[`${root}/${folder}/${path}`] = bytes
      return { ok: true }
    },
    create(root, path, bytes) {
      tree[`${root}/${path}`] = bytes
      return { ok: true }
    },
    replace(root, path, { after }) {
      if (after) tree[`${root}/${path}`] = after
      else delete tree[`${root}/${path}`]
      return { ok: true }
    },
    removeEmpty: () => undefined,
  }
  const { grants, editions } = memoryPorts(files)
  const network = fakeNetwork(options.network ?? {})
  const world: InstallContext = {
    root: options.root ?? '/ws',
    lockFile: 'lorefence.lock',
    files,
    fetcher: { fetch: network.fetch },
    repositories: {
      open: async () => ({ ok: false, why: 'failed', detail: 'There is no git here.' }),
      changeOf: () => ({}),
    },
    installer,
    grants,
    editions,
    settings: { folders: [], git: [], ...options.settings },
  }
  return { world, tree, network }
}
