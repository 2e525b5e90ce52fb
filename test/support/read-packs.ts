import { openKnowledge, type Knowledge, type ReadRequest, type ReadResult } from '../../src/app/index.ts'
import { packText, type Fields } from './judge-pack.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'

/** A pack by its head fields, the body of its guide and its other files. */
export interface TestPack {
  readonly fields?: Fields
  readonly body?: string
  readonly files?: Readonly<Record<string, MemoryContent>>
}

export interface PackWorld {
  readonly knowledge: Knowledge
  readonly ports: MemoryPorts
  /**
   * Each file once, in order of first opening, relative to the packs: `kiosk/compiled/facts.md`; reads by discovery are
   * excluded.
   */
  opened(): readonly string[]
  read(request: ReadRequest | string): Promise<ReadResult>
}

const folder = '/w/.agents/knowledge'

export const packTree = (packs: Readonly<Record<string, TestPack>>): Record<string, MemoryContent> =>
  Object.fromEntries(
    Object.entries(packs).flatMap(([name, { fields = {}, body = '# Guide\n', files = {} }]) => [
      [`${folder}/${name}/KNOWLEDGE.md`, packText({ name, trust: 'user-confirmed', ...fields }, body)] as const,
      ...Object.entries(files).map(([path, content]) => [`${folder}/${name}/${path}`, content] as const),
    ]),
  )

/** Packs in memory that every gate allows. */
export async function packWorld(
  packs: Readonly<Record<string, TestPack>>,
  more: Readonly<Record<string, MemoryContent>> = {},
): Promise<PackWorld> {
  const files = memoryFiles({ ...packTree(packs), ...more })
  const ports = memoryPorts(files)
  const knowledge = await openKnowledge({ roots: ['/w'], ports, trustAll: true })
  files.opened.length = 0
  return {
    knowledge,
    ports,
    opened: () => [...new Set(files.opened.map((path) => path.slice(folder.length + 1)))],
    read: (request) => knowledge.read(typeof request === 'string' ? { task: request } : request),
  }
}

export const pathsOf = ({ excerpts }: ReadResult): readonly string[] => [...new Set(excerpts.map(({ path }) => path))]
