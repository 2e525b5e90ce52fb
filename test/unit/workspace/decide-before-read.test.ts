import { expect, test } from 'vitest'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { personIn } from '../../support/scanned-workspace.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { watchOpens } from '../../support/watch-opens.ts'

const tree = {
  'knowledge.yaml': manifestText(
    {},
    unitWith({ id: 'open', path: 'open.md' }),
    unitWith({ id: 'closed', path: 'closed.md', access: 'restricted', auth_scope: 'ops' }),
    unitWith({ id: 'skill', path: 'skills/a/SKILL.md', kind: 'skill', access: 'restricted', auth_scope: 'ops' }),
  ),
  'open.md': '# Battery\n\nThe battery lasts nine hours.\n',
  'closed.md': '# Battery\n\nThe battery is rented.\n',
  'skills/a/SKILL.md': '---\nname: battery\ndescription: Change the battery.\n---\n',
  '.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk', status: 'archived' }, '# Kiosk\n'),
  '.agents/knowledge/kiosk/compiled/facts.md': '# Battery\n\nThe battery is blue.\n',
  'plain.md': '# Plain\n\nThe battery is heavy.\n',
}

const calls = [
  ['gaps'],
  ['impact', 'closed.md'],
  ['impact', 'skills/a/SKILL.md', '--json'],
  ['dispatch', 'How long does the battery last?'],
  ['dispatch', 'Change the battery', '--format', 'prompt'],
]

test.each(calls)('workspace %s opens nothing that a gate refuses', async (...argv) => {
  const cwd = tempFolder(tree)
  const run = personIn(cwd)
  await run('trust', '.')
  await run('workspace', 'scan', '.')
  const opened = watchOpens(cwd)
  const { stdout } = await run('workspace', ...argv)
  const contents = opened
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.md') && !path.endsWith('KNOWLEDGE.md'))
  expect(contents.filter((path) => path !== 'open.md' && path !== 'plain.md')).toEqual([])
  if (argv[0] === 'dispatch') expect(stdout).not.toMatch(/closed|skill|kiosk/)
})

test('the spy sees what dispatch opens once every gate lets it through', async () => {
  const cwd = tempFolder(tree)
  const run = personIn(cwd)
  await run('trust', '.')
  await run('workspace', 'scan', '.')
  const opened = watchOpens(cwd)
  await run('workspace', 'dispatch', 'How long does the battery last?')
  expect(opened.map(({ path }) => path)).toEqual(expect.arrayContaining(['open.md', 'plain.md']))
})
