import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/index.ts'
import { memoryFiles, memoryPorts } from '../../../src/testing.ts'

const head = 'kcp_version: "0.32"\nversion: 1.0.0\n'
const task = 'What is the zebra token?'

async function world() {
  const files: Record<string, string> = {
    '/w/knowledge.yaml': `${head}project: harbor\nunits: [{id: s, path: sub/s.md, intent: Where is the zebra?}]\n`,
    '/w/sub/knowledge.yaml': `${head}project: sub\nunits: [{id: s, path: s.md, intent: Zebra?, access: restricted}]\n`,
    '/w/sub/s.md': '# Zebra\n\nThe zebra token is TOK.\n',
  }
  const ports = memoryPorts(memoryFiles(files))
  const trust = () => saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  trust()
  const replies = async (): Promise<string> => {
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    const [own, model] = [knowledge, knowledge.forModel()]
    return (await own.read({ task })).fenced + (await model.read({ task })).fenced
  }
  return { files, replies, trust }
}

describe('a granted manifest that restricts a file and can no longer be read', () => {
  test.each([
    ['is not YAML any more', 'units: [\n'],
    ['has a key twice', 'project: sub\n'],
  ])('closes that file for the others where it %s', async (_, added) => {
    const { files, replies } = await world()
    expect(await replies()).toBe('')
    files['/w/sub/knowledge.yaml'] += added
    expect(await replies()).toBe('')
  })

  test('and the file is open again once a person has granted what is there now', async () => {
    const { files, replies, trust } = await world()
    files['/w/sub/knowledge.yaml'] = `${head}project: sub\nunits: [{id: s, path: s.md, intent: Zebra?}]\n`
    trust()
    expect(await replies()).toContain('TOK')
  })
})
