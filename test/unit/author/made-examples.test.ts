import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compilePack, setStatus, splitDocuments, type AuthorPorts } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { diskWriter } from '../../../src/io/disk/disk-writer.ts'
import { replaceFile } from '../../../src/io/disk/replace-file.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const committed = 'examples/.agents/knowledge/harbor-kiosk'
/** What the verbs make; everything else is written by hand. */
const made = ['compiled/splits', 'compiled/facts.md', 'compiled/index.json', 'indexes', 'runs']

const treeOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

/** The verbs at fixed times, on the files that are written by hand. */
function makePack(): string {
  const pack = join(tempFolder({}), 'harbor-kiosk')
  cpSync(committed, pack, { recursive: true })
  for (const path of made) rmSync(join(pack, path), { recursive: true, force: true })
  const guide = join(pack, 'KNOWLEDGE.md')
  writeFileSync(guide, readFileSync(guide, 'utf8').replace('status: ready', 'status: needs-review'))
  const at = (time: string): AuthorPorts => ({
    files: diskFiles,
    writer: diskWriter,
    clock: { now: () => new Date(time) },
    replace: (root, path, change) => replaceFile(root, path, change, { foreign: [root] }),
  })
  const options = { dryRun: false, force: false, changed: false }
  splitDocuments(at('2026-03-02T09:30:00Z'), pack, options)
  compilePack(at('2026-03-02T09:31:00Z'), pack, options)
  setStatus(at('2026-03-02T10:05:00Z'), pack, {
    to: 'ready',
    by: 'Ingrid Solheim',
    note: 'read line by line against the datasheet, the warranty terms and the report of the trial',
    byHuman: true,
    dryRun: false,
  })
  return pack
}

test('the splits, facts, source map and records of the example are what the verbs make of its documents', () => {
  const pack = makePack()
  if (process.env['UPDATE_GENERATED'] === '1') {
    for (const path of made) rmSync(join(committed, path), { recursive: true, force: true })
    cpSync(pack, committed, { recursive: true })
  }
  expect(treeOf(committed)).toEqual(treeOf(pack))
})
