import { expect, test } from 'vitest'
import { examineKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { loadConfig } from '../../../src/app/open/config.ts'
import { rootsOf } from '../../../src/discover/roots.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { watchedFiles } from '../../support/watched-files.ts'

const head = 'kcp_version: "0.14"\nversion: 1.0.0\n'
const unit = (id: string, more = ''): string =>
  `  - {id: ${id}, path: docs/${id}.md, intent: What?, scope: global, audience: [agent]${more}}\n`
const refused = ', access: restricted, auth_scope: staff'

test('doctor looks for documents without a unit, and opens none that a manifest refuses or the config ignores', async () => {
  const files = memoryFiles({
    '/w/knowledge.yaml': `${head}project: Harbor\nunits:\n${unit('open')}${unit('salaries', refused)}`,
    '/w/llms.txt': '# Harbor\n\n> knowledge: /knowledge.yaml\n> knowledge: /staff.yaml\n',
    '/w/staff.yaml': `${head}project: Staff\nunits:\n${unit('reviews', refused)}`,
    '/w/lorefence.yaml': 'ignore: [docs/private.md]\n',
    '/w/docs/open.md': '# Open\n\nThe kiosk opens at nine.\n',
    '/w/docs/salaries.md': '# Salaries\n\nNobody may read this.\n',
    '/w/docs/reviews.md': '# Reviews\n\nNobody may read this.\n',
    '/w/docs/private.md': '# Private\n\nNobody may read this.\n',
    '/w/docs/new.md': '# New\n\nA page that no unit names.\n',
  })
  const granting = memoryPorts(files)
  saveGrants(granting, proposeGrants(granting, '/w', '/w'), { follow: false, given: 'terminal' })
  const watched = watchedFiles(files)
  const ports = { ...granting, files: watched }
  const config = loadConfig(files, {
    userFolder: '/home/.config/lorefence',
    home: '/home',
    workspaces: ['/w'],
    env: {},
  })
  const { requester, restraints } = config
  const found = await examineKnowledge({
    config,
    open: { roots: rootsOf({ workspaces: ['/w'] }), requester, restraints },
    state: { folder: '/state', unusable: [], open: [], damaged: [] },
    ports,
    cwd: '/w',
    options: [],
  })
  const unnamed = found.checks.find(({ id }) => id === 'unnamed')?.items.map(({ detail }) => detail)
  expect(unnamed?.join()).toContain('"docs/new.md"')
  expect(watched.contents.filter((path) => /salaries|reviews|private/.test(path))).toEqual([])
})
