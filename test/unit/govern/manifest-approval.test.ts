import { expect, test } from 'vitest'
import { proposeApproval, saveApprovals } from '../../../src/app/grants/approvals.ts'
import { openKnowledge } from '../../../src/index.ts'
import { memoryFiles, memoryPorts } from '../../../src/testing.ts'

const manifest = (restrictions: string): string =>
  `kcp_version: "0.32"\nproject: harbor\nversion: 1.0.0\ncompliance: { restrictions: ${restrictions} }\nunits:\n  - { id: a, path: a.md, intent: Where is the zebra? }\n`

test('KL-113, KL-116: the approval of a manifest holds for the edition that asked, and for no later one', async () => {
  const files: Record<string, string> = {
    '/w/knowledge.yaml': manifest('[weird]'),
    '/w/a.md': '# Zebra\n\nThe zebra token is TOK.\n',
  }
  const ports = memoryPorts(memoryFiles(files))
  const open = () => openKnowledge({ roots: ['/w'], ports, trustAll: true })
  const given = async (): Promise<boolean> =>
    (await (await open()).read({ task: 'What is the zebra token?' })).fenced.includes('TOK')
  expect(await given()).toBe(false)
  const { catalog } = await open()
  const proposal = proposeApproval(catalog, 'manifest:harbor', { ports, requester: {}, restraints: {} })
  expect(proposal?.asks.length).toBe(1)
  if (proposal) saveApprovals(ports, proposal, 'terminal')
  expect(await given()).toBe(true)
  files['/w/knowledge.yaml'] = manifest('{ only: lawyers }')
  expect(await given()).toBe(false)
})
