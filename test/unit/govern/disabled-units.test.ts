import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { topicsOf } from '../../../src/serve/mcp/topics.ts'
import { memoryFiles, memoryPorts } from '../../../src/testing.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'

test('a disabled unit is no topic, its restriction stays, and a model that names it learns the command', async () => {
  const ports = memoryPorts(
    memoryFiles({
      '/w/knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'setup', path: 'docs', intent: 'How is a kiosk set up?' }),
        unitWith({ id: 'care', path: 'docs/care.md', intent: 'Who cleans the zebra?', access: 'restricted' }),
        unitWith({ id: 'move', path: 'docs/move.md', intent: 'Who moves the lion?' }),
      ),
      '/w/docs/care.md': '# Care\n\nThe zebra token is TOK.\n',
      '/w/docs/move.md': '# Move\n\nThe lion is moved by LIO.\n',
    }),
  )
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: true, given: 'terminal' })
  const model = (await openKnowledge({ roots: ['/w'], ports })).forModel()
  expect(topicsOf(model.catalog, 100)).toEqual(['harbor', 'setup', 'move'])
  for (const ref of ['unit:harbor/move', 'unit:harbor/care']) ports.switchedOff.add(ref)
  expect(topicsOf(model.catalog, 100)).toEqual(['harbor', 'setup'])
  expect((await model.read({ task: 'What is the zebra token?' })).fenced).not.toContain('TOK')
  expect(await model.unit('unit:harbor/move')).toMatchObject({
    omitted: [{ reason: 'disabled', detail: 'It is disabled. A person can run "lorefence enable unit:harbor/move".' }],
  })
})
