import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import type { ReadResult } from '../../../src/model/reading/read.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const task = 'What is the keyboard of the kiosk wiped with?'
const secret = 'The keyboard of the kiosk is wiped with a secret.\n'

interface Place {
  readonly folder: string
  readonly outside: string
}

/** A granted manifest on a real disk whose units `good` and `bad` are files; then something happens to `bad`. */
async function readAfter(
  happens: (place: Place) => void,
  options: { readonly follow?: boolean; readonly before?: (place: Place) => void } = {},
): Promise<ReadResult> {
  const top = tempFolder()
  const place = { folder: join(top, 'w'), outside: join(top, 'outside') }
  mkdirSync(join(place.folder, 'docs'), { recursive: true })
  mkdirSync(place.outside)
  writeFileSync(join(place.outside, 'bad.md'), secret)
  writeFileSync(join(place.folder, 'docs/good.md'), '# Good\n\nThe keyboard of the kiosk is wiped with alcohol.\n')
  writeFileSync(join(place.folder, 'docs/bad.md'), '# Bad\n\nThe keyboard of the kiosk is dusted.\n')
  writeFileSync(
    join(place.folder, 'knowledge.yaml'),
    manifestText({}, unitWith({ id: 'good', path: 'docs/good.md' }), unitWith({ id: 'bad', path: 'docs/bad.md' })),
  )
  options.before?.(place)
  const ports = memoryPorts(diskFiles)
  saveGrants(ports, proposeGrants(ports, place.folder, '/'), { follow: options.follow === true, given: 'terminal' })
  happens(place)
  const knowledge = await openKnowledge({ roots: [place.folder], ports })
  return knowledge.read({ task })
}

const replaceBad =
  (make: (path: string, place: Place) => void) =>
  (place: Place): void => {
    const path = join(place.folder, 'docs/bad.md')
    renameSync(path, `${path}.old`)
    make(path, place)
  }

describe.each([
  ['granted', false],
  ['followed', true],
])('in a %s folder', (_, follow) => {
  test.each([
    ['a link out of the folder', replaceBad((path, { outside }) => symlinkSync(join(outside, 'bad.md'), path))],
    ['a named pipe', replaceBad((path) => void execFileSync('mkfifo', [path]))],
    ['a loop of links', replaceBad((path) => symlinkSync(path, path))],
    ['nothing', replaceBad(() => undefined)],
    [
      'a link of its whole folder',
      ({ folder, outside }: Place): void => {
        writeFileSync(join(outside, 'good.md'), secret)
        renameSync(join(folder, 'docs'), join(folder, 'moved'))
        symlinkSync(outside, join(folder, 'docs'))
      },
    ],
  ])('%s in the place of a unit is told and not read', async (_name, happens) => {
    const { fenced, omitted } = await readAfter(happens, { follow })
    expect(fenced).not.toContain('secret')
    expect(omitted).toContainEqual(expect.objectContaining({ ref: 'unit:harbor/bad', reason: 'unreadable' }))
  })
})

test.each([false, true])('an empty folder in the place of a unit is told', async (follow) => {
  const { omitted } = await readAfter(
    replaceBad((path) => mkdirSync(path)),
    { follow },
  )
  expect(omitted).toContainEqual(expect.objectContaining({ ref: 'unit:harbor/bad', reason: 'not-text' }))
})

test('another text in the place of a granted one is told and not read', async () => {
  const { fenced, omitted, excerpts } = await readAfter(({ folder }) =>
    writeFileSync(join(folder, 'docs/bad.md'), secret),
  )
  expect([
    fenced.includes('secret'),
    excerpts.map(({ ref }) => ref),
    omitted.find(({ reason }) => reason === 'changed')?.ref,
  ]).toEqual([false, ['unit:harbor/good'], 'unit:harbor/bad'])
})

test('a link to a file that another unit restricts opens nothing, whatever the link is called', async () => {
  const { fenced, omitted } = await readAfter(() => undefined, {
    before({ folder }) {
      writeFileSync(join(folder, 'docs/crew.md'), secret)
      symlinkSync(join(folder, 'docs/crew.md'), join(folder, 'docs/leak.md'))
      const units = [
        { id: 'good', path: 'docs/good.md' },
        { id: 'crew', path: 'docs/crew.md', access: 'restricted', auth_scope: 'ops' },
        { id: 'leak', path: 'docs/leak.md', access: 'public', sensitivity: 'public' },
      ]
      writeFileSync(join(folder, 'knowledge.yaml'), manifestText({}, ...units.map(unitWith)))
    },
  })
  expect([fenced.includes('secret'), fenced.includes('alcohol')]).toEqual([false, true])
  expect(omitted.map(({ ref, code }) => [ref, code])).toEqual(
    expect.arrayContaining([
      ['unit:harbor/crew', 'credential-unobtainable'],
      ['unit:harbor/leak', 'credential-unobtainable'],
    ]),
  )
})
