import { openKnowledge, proposeGrants, saveGrants, type Knowledge } from '../../src/app/index.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'

export type Tree = Readonly<Record<string, string>>

export const task = 'How long does the battery of the kiosk last?'

const head =
  'name: kiosk\ndescription: Facts about the battery of the kiosk.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\nversion: 1.0.0\n'
export const guide = (body = '# Kiosk\n', fields = ''): string => `---\n${head}${fields}---\n\n${body}`
export const pack = (text: string): Tree => ({
  '/w/kiosk/KNOWLEDGE.md': guide(),
  '/w/kiosk/compiled/facts.md': `# Facts\n\n${text}\n`,
  '/w/kiosk/sources/a.md': '# A\n\nNine hours.\n',
})
export const manifest = (units: string): string =>
  `kcp_version: "0.14"\nproject: harbor\nversion: "1.0.0"\nunits:\n${units}`
export const unit = (id: string, path: string, more = ''): string =>
  `  - id: ${id}\n    path: ${path}\n    intent: How long does the battery last?\n    scope: global\n    audience: [agent]\n    sensitivity: public\n${more}`

export interface Opened {
  readonly knowledge: Knowledge
  readonly ports: MemoryPorts
}

/** All of it granted. */
export async function opened(tree: Tree): Promise<Opened> {
  const ports = memoryPorts(memoryFiles(tree))
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  return { knowledge: await openKnowledge({ roots: ['/w'], ports }), ports }
}

export async function replaying(
  tree: Tree,
  release: (knowledge: Knowledge) => Promise<unknown>,
): Promise<() => unknown> {
  const { knowledge, ports } = await opened(tree)
  await release(knowledge)
  return () => knowledge.replay(ports.kept[0]?.id ?? '')
}
