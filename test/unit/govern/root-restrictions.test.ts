import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeApproval, proposeGrants, saveApprovals, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const task = 'What is the zebra token?'

function world(root: string) {
  const ports = memoryPorts(
    memoryFiles({
      '/w/knowledge.yaml': `kcp_version: "0.32"\nversion: 1.0.0\nproject: harbor\n${root}\nunits: [{id: s, path: s.md, intent: What is the zebra token?, scope: global, audience: [agent]}]\n`,
      '/w/s.md': '# Zebra\n\nThe zebra token is TOK.\n',
    }),
  )
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const open = () => openKnowledge({ roots: ['/w'], ports })
  return { ports, open, read: async (): Promise<string> => (await (await open()).read({ task })).fenced }
}

describe('a restriction of units that is written at the root', () => {
  test.each(['access: restricted', 'auth_scope: staff', 'sensitivity: confidential', 'Access: authenticated'])(
    'asks: %s',
    async (root) => {
      const { open, ports, read } = world(root)
      expect(await read()).not.toContain('TOK')
      const knowledge = await open()
      const { reasons } = await knowledge.explain('unit:harbor/s')
      const [field = ''] = root.split(':')
      expect(reasons.find(({ verdict }) => verdict === 'ask')?.sentence).toContain(field)
      const options = { ports, requester: {}, restraints: {} }
      const proposal = proposeApproval(knowledge.catalog, 'unit:harbor/s', options)
      if (proposal) saveApprovals(ports, proposal, 'terminal')
      expect(await read()).toContain('TOK')
    },
  )

  test.each(['access: public', 'sensitivity: public', 'acces: restricted', 'access: null'])(
    'and nothing where it restricts nothing, or is no such name: %s',
    async (root) => expect(await world(root).read()).toContain('TOK'),
  )
})
