import { describe, expect, test, vi } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type Knowledge } from '../../../src/app/index.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { loadTokenizer } from '../../../src/text/tokens/tokens.ts'

interface World {
  readonly knowledge: Knowledge
  readonly ports: MemoryPorts
  readonly opened: string[]
}

async function world(
  unit: Fields = {},
  content: MemoryContent = '# Setup\n\nPlug it in.\n',
  granted = true,
): Promise<World> {
  const files = memoryFiles({
    '/w/knowledge.yaml': manifestText({}, unitWith({ sensitivity: 'public', ...unit })),
    '/w/setup.md': content,
    '/w/logo.png': content,
  })
  const ports = memoryPorts(files)
  if (granted) saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  files.opened.length = 0
  return { knowledge, ports, opened: files.opened }
}

describe('KCP-221: the whole content of a unit', () => {
  test('is given fenced, by ref or id, and recorded before', async () => {
    const { knowledge, ports } = await world()
    const unit = await knowledge.unit('setup')
    expect(unit).toMatchObject({
      outcome: 'given',
      ref: 'unit:harbor/setup',
      fenced: expect.stringContaining('[from setup: setup.md]\n# Setup\n\nPlug it in.\n'),
    })
    expect(ports.kept).toMatchObject([
      { kind: 'unit', named: ['unit:harbor/setup'], spans: [{ path: 'setup.md', start: 0, end: 21 }] },
    ])
  })

  test('can be replayed', async () => {
    const { knowledge, ports } = await world()
    const unit = await knowledge.unit('setup')
    const fenced = unit.outcome === 'given' ? unit.fenced : ''
    expect(await knowledge.replay(ports.kept[0]?.id ?? '')).toMatchObject({ outcome: 'same', fenced })
  })

  test.each<readonly [string, Fields, boolean]>([
    ['nobody granted', {}, false],
    ['above the clearance', { sensitivity: 'restricted' }, true],
    ['that needs a credential', { access: 'authenticated' }, true],
  ])('of one %s is not opened', async (_, unit, granted) => {
    const { knowledge, ports, opened } = await world(unit, undefined, granted)
    expect(await knowledge.unit('setup')).toMatchObject({ outcome: 'refused' })
    expect(opened).toEqual([])
    expect(ports.kept).toEqual([])
  })

  test.each<readonly [string, Fields, MemoryContent]>([
    ['a picture', { path: 'logo.png' }, 'x'],
    ['bytes that are no text', {}, 'a\0b'],
    ['another encoding', {}, new Uint8Array([0xff, 0xfe, 0x41])],
  ])('is not given where it is %s', async (_, unit, content) => {
    const { knowledge, ports } = await world(unit, content)
    expect(await knowledge.unit('setup')).toMatchObject({
      outcome: 'refused',
      omitted: [{ reason: expect.stringMatching(/^(?:not-text|unreadable)$/) }],
    })
    expect(ports.kept).toEqual([])
  })

  test('is not given where it is longer than the caller takes', async () => {
    const { knowledge, ports } = await world()
    expect(await knowledge.unit('setup', { maxTokens: 10 })).toMatchObject({
      outcome: 'refused',
      omitted: [{ reason: 'budget' }],
    })
    expect(ports.kept).toEqual([])
  })

  test('is not fenced and not counted where its size alone tells that it is too long', async () => {
    const { knowledge } = await world({}, '\r'.repeat(2_400_000))
    const counted = vi.spyOn(await loadTokenizer(), 'count')
    expect(await knowledge.unit('setup', { maxTokens: 10_000 })).toMatchObject({
      outcome: 'refused',
      omitted: [{ reason: 'budget', detail: 'It has more than 10000 tokens. Read the part that a task needs.' }],
    })
    expect(counted).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('is not built where its hidden characters would become more than an envelope holds', async () => {
    const { knowledge, ports } = await world({}, '\u200b'.repeat(9_000_000))
    expect(await knowledge.unit('setup')).toMatchObject({
      outcome: 'refused',
      omitted: [
        {
          reason: 'budget',
          detail:
            'With hidden characters escaped it may exceed the limit of one envelope: 67108864 characters. Read the part that a task needs.',
        },
      ],
    })
    expect(ports.kept).toEqual([])
  })

  test('is given however long it is, where it holds letters', async () => {
    const { knowledge } = await world({}, 'Kiosk '.repeat(1_500_000))
    expect(await knowledge.unit('setup')).toMatchObject({ outcome: 'given', tokens: expect.any(Number) })
  })

  test('of a unit that is not here is unknown, and a similar name is offered', async () => {
    const { knowledge } = await world()
    expect(await knowledge.unit('setpu')).toEqual({ outcome: 'unknown', ref: 'setpu', near: ['unit:harbor/setup'] })
  })

  test('only usable packs and units are listed', async () => {
    expect((await world()).knowledge.usable()).toMatchObject([{ kind: 'unit', ref: 'unit:harbor/setup' }])
    expect((await world({}, undefined, false)).knowledge.usable()).toEqual([])
    expect((await world({ sensitivity: 'restricted' })).knowledge.usable()).toEqual([])
  })
})
