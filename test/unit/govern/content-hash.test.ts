import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openKnowledge, validateText } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { call, connectTo, textsOf } from '../../support/mcp-client.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const text = '# Setup\n\nPlug the kiosk into the wall.\n'
const task = 'Where is the kiosk plugged in?'
const hex = (content: string | Uint8Array, algorithm = 'sha256'): string =>
  createHash(algorithm).update(content).digest('hex')

async function world(hash: unknown, options: { readonly requireUnitHashes?: true } = {}) {
  const unit = unitWith({ sensitivity: 'public', ...(hash === undefined ? {} : { content_hash: hash }) })
  const tree: Record<string, string> = { '/w/setup.md': text, '/w/knowledge.yaml': manifestText({}, unit) }
  const ports = memoryPorts(memoryFiles(tree))
  const knowledge = await openKnowledge({ roots: ['/w'], ports, trustAll: true, restraints: options })
  return { knowledge, tree }
}

test.each([
  ['sha256', []],
  ['sha384', []],
  ['sha512', []],
  ['md5', ['KCP303']],
])('KL-033: %s', async (algorithm, codes) => {
  const hash = { algorithm, value: hex(text, algorithm) }
  const { diagnostics } = validateText(manifestText({}, unitWith({ content_hash: hash })), { file: 'knowledge.yaml' })
  expect(diagnostics.map(({ code }) => code)).toEqual(codes)
  const { knowledge } = await world(hash)
  const given = await knowledge.unit('setup')
  expect([given.outcome, 'verdict' in given && given.verdict]).toEqual(
    codes.length === 0 ? ['given', false] : ['refused', 'ask'],
  )
})

test('KL-033: an empty value counts as absent, with a warning', async () => {
  const hash = { algorithm: 'sha256', value: '' }
  const { diagnostics } = validateText(manifestText({}, unitWith({ content_hash: hash })), { file: 'knowledge.yaml' })
  expect(diagnostics.map(({ code }) => code)).toEqual(['KCP327'])
  expect(await (await world(hash)).knowledge.unit('setup')).toMatchObject({
    outcome: 'given',
    contentVerified: 'absent',
  })
})

describe('KL-035: other bytes are not released, and both digests are named', () => {
  const other = 'Plug the kiosk into the sea.'

  test('from the start', async () => {
    const { knowledge } = await world({ algorithm: 'sha256', value: hex(other) })
    const read = await knowledge.read({ task })
    const given = await knowledge.unit('setup')
    expect([read.excerpts, given.outcome, 'verdict' in given && given.verdict]).toEqual([[], 'refused', 'deny'])
    for (const omitted of [read.omitted, 'omitted' in given ? given.omitted : []])
      expect(omitted).toMatchObject([
        {
          ref: 'unit:harbor/setup',
          reason: 'refused',
          code: 'hash-mismatch',
          detail: expect.stringContaining(hex(text)),
        },
      ])
    expect(JSON.stringify(read.omitted)).toContain(hex(other))
    expect([read.outcome, read.withheld]).toEqual(['withheld', ['unit:harbor/setup']])
  })

  test('over MCP it is said that it is withheld', async () => {
    const { knowledge } = await world({ algorithm: 'sha256', value: hex(other) })
    const client = await connectTo({ knowledge })
    for (const named of [{}, { packs: ['setup'] }])
      expect(textsOf(await call(client, 'read', { task, ...named })).join()).toContain(
        'Withheld: content that is not what its content_hash declares.',
      )
  })

  test('exchanged after the decision, and between two reads', async () => {
    const { knowledge, tree } = await world({ algorithm: 'sha256', value: hex(text).toUpperCase() })
    expect((await knowledge.read({ task })).excerpts).toHaveLength(1)
    tree['/w/setup.md'] = other
    expect((await knowledge.read({ task })).fenced).not.toContain('sea')
    tree['/w/setup.md'] = text
    const exchanged = await knowledge.read({
      task,
      onStage: (stage) => {
        if (stage === 'read') tree['/w/setup.md'] = other
      },
    })
    expect(exchanged.fenced).not.toContain('sea')
  })
})

test('KL-036: a reply says whether the bytes were compared; an option refuses what declares no hash', async () => {
  const good = { algorithm: 'sha256', value: hex(text) }
  const open = [(await world(good)).knowledge, (await world(undefined)).knowledge]
  expect(await Promise.all(open.map((knowledge) => knowledge.unit('setup')))).toMatchObject([
    { outcome: 'given', contentVerified: true },
    { outcome: 'given', contentVerified: 'absent' },
  ])
  const reads = await Promise.all(open.map((knowledge) => knowledge.read({ task })))
  expect(reads.map(({ excerpts }) => excerpts[0]?.contentVerified)).toEqual([true, 'absent'])
  const strict = { requireUnitHashes: true } as const
  const closed = (await world(undefined, strict)).knowledge
  expect(await closed.unit('setup')).toMatchObject({ outcome: 'refused', verdict: 'deny' })
  expect((await closed.read({ task })).excerpts).toEqual([])
  expect((await (await world(good, strict)).knowledge.unit('setup')).outcome).toBe('given')
})

describe('KL-034: a folder', () => {
  /** Written out, so that the rule itself is tested: path, NUL, digest, LF, sorted by bytes. */
  const names = ['.hidden', 'B.md', 'a.md', 'deep/z.bin', 'deep/é.md', 'z.md', 'ｚ.md', '𐀀.md']
  const contents = (name: string): string => `Text of ${name} about the harbor.`
  const golden = hex(names.map((name) => `${name}\0${hex(contents(name))}\n`).join(''))

  async function folder(value: string, change?: (root: string) => void) {
    const root = tempFolder()
    mkdirSync(join(root, 'docs/deep'), { recursive: true })
    for (const name of names) writeFileSync(join(root, 'docs', name), contents(name))
    writeFileSync(join(root, 'outside.md'), 'Not part of it.')
    symlinkSync('../outside.md', join(root, 'docs/link.md'))
    const unit: Fields = unitWith({ id: 'docs', path: 'docs', sensitivity: 'public', content_hash: { value } })
    writeFileSync(join(root, 'knowledge.yaml'), manifestText({}, unit))
    change?.(root)
    const knowledge = await openKnowledge({ roots: [root], ports: memoryPorts(diskFiles), trustAll: true })
    return knowledge.unit('docs')
  }

  test('is hashed over every regular file, hidden and nested ones too, without links', async () => {
    expect(await folder(golden)).toMatchObject({ outcome: 'given', contentVerified: true })
  })

  test('KL-035: a file that is exchanged while its folder is hashed is not released', async () => {
    const good = '# Setup\n\nThe harbor is blue.\n'
    const value = hex(`a.md\0${hex(good)}\n`)
    const unit = unitWith({ id: 'docs', path: 'docs', sensitivity: 'public', content_hash: { value } })
    const tree: Record<string, string> = { '/w/docs/a.md': good, '/w/knowledge.yaml': manifestText({}, unit) }
    const disk = memoryFiles(tree)
    let exchanged = false
    const files = {
      ...disk,
      read: (...[root, path, options]: Parameters<typeof disk.read>) => {
        tree['/w/docs/a.md'] = exchanged && path === 'docs/a.md' ? 'The harbor is red.' : good
        if (path === 'docs/a.md') exchanged = false
        return disk.read(root, path, options)
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: memoryPorts(files), trustAll: true })
    expect((await knowledge.unit('docs')).outcome).toBe('given')
    exchanged = true
    expect(await knowledge.unit('docs')).toMatchObject({ outcome: 'refused', verdict: 'deny' })
  })

  test.each([
    ['a changed file', (root: string) => writeFileSync(join(root, 'docs/a.md'), 'Other.')],
    ['a file that is not text', (root: string) => writeFileSync(join(root, 'docs/deep/z.bin'), 'Other.')],
    ['a new file', (root: string) => writeFileSync(join(root, 'docs/.new'), '')],
  ])('%s closes it', async (_, change) => {
    expect(await folder(golden, change)).toMatchObject({ outcome: 'refused', verdict: 'deny' })
  })
})
