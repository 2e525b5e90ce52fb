import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { catalogRecord, openKnowledge } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import type { Files } from '../../../src/model/ports.ts'
import { catalogText } from '../../../src/serve/cli/render/catalog-text.ts'
import { jsonText } from '../../../src/serve/cli/render/terminal/json.ts'
import { expectGenerated } from '../../support/generated-file.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

/** The examples as if they stood in `/workspace`, so that no path of this machine is in the golden files. */
const real = (path: string): string => path.replace(/^\/workspace/, resolve('examples'))
const files: Files = {
  read: (root, path, options) => diskFiles.read(real(root), path, options),
  list: (folder) => diskFiles.list(real(folder)),
  kindOf: (path) => diskFiles.kindOf(real(path)),
  realPath: (path) => diskFiles.realPath(real(path)),
}

/** One pack and one manifest are granted, the others are not. */
async function examples() {
  const ports = memoryPorts(files)
  for (const path of ['/workspace', '/workspace/.agents/knowledge/harbor-kiosk'])
    ports.given.set(path, { path, given: 'terminal', at: '2026-05-01T00:00:00Z', follow: true })
  return openKnowledge({ roots: ['/workspace'], ports })
}

test('the catalog of the examples as JSON', async () => {
  expectGenerated('test/golden/catalog/catalog.json', jsonText(await catalogRecord((await examples()).catalog)))
})

test('the catalog of the examples as text', async () => {
  expectGenerated(
    'test/golden/catalog/catalog.txt',
    catalogText(await catalogRecord((await examples()).catalog), { color: false }, false),
  )
})

test('the catalog of the examples as XML', async () => {
  expectGenerated('test/golden/catalog/catalog.xml', `${(await (await examples()).list({ format: 'xml' })).fenced}\n`)
})

test('the catalog of the examples as a prompt', async () => {
  const { fenced, tokens } = await (await examples()).list()
  expectGenerated('test/golden/catalog/catalog.prompt.txt', `${fenced}\n`)
  expect(tokens).toBeLessThan(180)
})
