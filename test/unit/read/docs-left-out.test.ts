import { expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const page = (word: string): string => `# Tokens\n\nThe zebra token is ${word}.\n`

test('read --docs leaves hidden, ignored and vendored documents out, and says how many', async () => {
  const cwd = tempFolder({
    'docs/open.md': page('OPEN'),
    'docs/.hidden.md': page('SECRET1'),
    'docs/.private/a.md': page('SECRET2'),
    'docs/vendor/b.md': page('SECRET3'),
    'docs/drafts/c.md': page('SECRET4'),
    'docs/drafts/keep.md': page('KEPT'),
    'docs/picture.png': '',
    'docs/.gitignore': 'c.md\n',
  })
  const home = tempFolder({ '.config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env: { HOME: home, LOREFENCE_STATE: `${home}/state` } })
    await main([...argv], terminal)
    return terminal
  }
  await run('trust', '--docs', 'docs', '--yes')
  const { stdout, stderr } = await run('read', 'What is the zebra token?', '--docs', 'docs')
  expect(stdout).toMatch(/OPEN|KEPT/)
  expect(stdout).not.toContain('SECRET')
  expect(stderr).toContain(`4 entries of "${cwd}/docs" left out: hidden, ignored or of dependencies.\n`)
})
