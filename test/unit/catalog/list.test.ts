import { describe, expect, test } from 'vitest'
import {
  openKnowledge,
  proposeGrants,
  saveGrants,
  unfence,
  verifyReceipts,
  type OpenOptions,
} from '../../../src/app/index.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const kiosk = '/w/.agents/knowledge/kiosk'
const head = (name: string, description: string, status = 'ready'): string =>
  packText({ name, description, status, profile: 'wiki-first' }, `# ${name}\n`)
const tree = {
  [`${kiosk}/KNOWLEDGE.md`]: head('kiosk', 'Facts on the Harbor Kiosk terminal.'),
  '/w/.agents/knowledge/voice/KNOWLEDGE.md': head('voice', 'How the service desk speaks.', 'draft'),
  '/w/.agents/knowledge/stranger/KNOWLEDGE.md': head('stranger', 'UNSEEN words of a stranger.'),
  '/w/knowledge.yaml': manifestText({ project: 'Harbor' }, unitWith({ id: 'setup', path: 'docs/setup.md' })),
  '/w/docs/setup.md': '# Setup\n\nPlug it in.\n',
}

/** A world that can change under the same stores; nobody granted `stranger`. */
async function world() {
  const ports = memoryPorts(memoryFiles(tree))
  const grant = (name = ''): void =>
    void saveGrants(
      ports,
      proposeGrants(ports, '/w', '/').filter(({ ref }) => ref === name || ref !== 'pack:stranger'),
      { follow: true, given: 'terminal' },
    )
  grant()
  const open = (files: Record<string, string> = tree, options: Partial<OpenOptions> = {}) =>
    openKnowledge({ roots: ['/w'], ports: { ...ports, files: memoryFiles(files) }, ...options })
  return { ports, grant, open, knowledge: await open() }
}

/** Of a list that is not empty. */
const idOf = ({ receipt }: { readonly receipt?: { readonly id: string } }): string => receipt?.id ?? 'no receipt'
const wordsOf = (drift: readonly object[]): readonly string[] =>
  drift.map((one) =>
    Object.values(one)
      .filter((value) => typeof value === 'string')
      .join(' '),
  )

describe('a list for a model', () => {
  test('is recorded before it is given: what stands there of which head, what was kept back, and how it was asked for', async () => {
    const { knowledge, ports } = await world()
    const { fenced, refs, receipt } = await knowledge.list({ maxTokens: 500 })
    expect(fenced).toContain('\nkiosk: Facts on the Harbor Kiosk terminal.\n')
    expect(fenced).not.toContain('UNSEEN')
    expect(refs).toEqual(['manifest:harbor', 'pack:kiosk', 'pack:stranger', 'pack:voice'])
    expect(ports.kept).toEqual([receipt])
    expect(receipt).toMatchObject({
      kind: 'catalog',
      task: '{"filter":"","format":"prompt","maxTokens":500}',
      budget: 500,
      tokenizer: 'o200k_base',
      considered: { allow: 3, ask: 1, deny: 0 },
    })
    expect(
      receipt?.decisions.map(({ ref, verdict, reasons }) => [
        ref,
        verdict,
        reasons.map(({ gate, code }) => `${gate} ${code}`),
      ]),
    ).toEqual([['pack:stranger', 'ask', ['trust approval-required']]])
    expect(receipt?.spans.map(({ ref, path }) => [ref, path])).toEqual([
      ['manifest:harbor', 'knowledge.yaml'],
      ['pack:kiosk', 'KNOWLEDGE.md'],
      ['pack:stranger', 'KNOWLEDGE.md'],
      ['pack:voice', 'KNOWLEDGE.md'],
    ])
    expect((await verifyReceipts(ports.receipts)).ok).toBe(true)
  })

  test('what cannot be recorded is not given', async () => {
    const { ports } = await world()
    const receipts = {
      ...ports.receipts,
      append: () => {
        throw new Error('the disk is full')
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, receipts } })
    await expect(knowledge.list()).rejects.toThrow('the disk is full')
    await expect(knowledge.summary('pack:kiosk')).rejects.toThrow('the disk is full')
  })

  test('an empty list releases nothing and leaves no receipt', async () => {
    const { knowledge, ports } = await world()
    for (const options of [{ filter: 'nowhere' }, { maxTokens: 5 }])
      expect(await knowledge.list(options)).not.toHaveProperty('receipt')
    expect(ports.kept).toEqual([])
  })

  test('AK-104, AK-111: a grant taken back or an entry switched off counts at once, before the catalog is looked at again', async () => {
    const { knowledge, ports } = await world()
    ports.grants.remove(kiosk)
    ports.switches.set('pack:voice', false)
    const { fenced } = await knowledge.list()
    expect(unfence(fenced)[0]?.text.split('\n')).toEqual([
      'manifest:harbor: 1 unit: How do I set up a kiosk?',
      'kiosk (needs approval)',
      'stranger (needs approval)',
    ])
  })

  test('listing accesses no unit, so no rate limit counts it', async () => {
    const { knowledge, ports } = await world()
    await knowledge.list()
    expect(ports.usage.count('unit:harbor/setup', ports.clock.now())).toEqual({ minute: 0, day: 0 })
  })

  test('two clones in different folders: the same bytes and the same proof', async () => {
    const proofs = []
    for (const root of ['/home/ada/work', '/srv/checkouts/7']) {
      const ports = memoryPorts(
        memoryFiles(
          Object.fromEntries(Object.entries(tree).map(([path, text]) => [path.replace('/w/', `${root}/`), text])),
        ),
      )
      saveGrants(ports, proposeGrants(ports, root, '/'), { follow: root.startsWith('/srv'), given: 'terminal' })
      const knowledge = await openKnowledge({ roots: [root], ports })
      const summary = await knowledge.summary('pack:kiosk')
      proofs.push([(await knowledge.list()).receipt?.proof, 'receipt' in summary && summary.receipt.proof])
    }
    expect(proofs[0]).toEqual(proofs[1])
  })
})

describe('what one pack says of itself', () => {
  test('is given by ref, with the word of every gate in the receipt', async () => {
    const { knowledge, ports } = await world()
    const summary = await knowledge.summary('pack:kiosk')
    expect(summary).toMatchObject({ outcome: 'given', ref: 'pack:kiosk' })
    expect('fenced' in summary && summary.fenced).toMatch(
      /^<knowledge_pack name="kiosk" boundary="[a-z2-7]{8}">\n[^]*Facts on the Harbor Kiosk terminal\./,
    )
    expect(ports.kept).toMatchObject([
      {
        kind: 'catalog',
        activation: 'explicit',
        named: ['pack:kiosk'],
        task: '',
        decisions: [{ ref: 'pack:kiosk', verdict: 'allow' }],
        spans: [{ ref: 'pack:kiosk', path: 'KNOWLEDGE.md' }],
      },
    ])
    expect(ports.kept[0]?.decisions[0]?.reasons.length).toBeGreaterThan(10)
  })

  test('is refused where a gate refuses, and leaves no receipt', async () => {
    const { knowledge, ports } = await world()
    expect(await knowledge.summary('pack:stranger')).toMatchObject({
      outcome: 'refused',
      verdict: 'ask',
      omitted: [{ reason: 'ungranted' }],
    })
    expect(await knowledge.summary('pack:voice')).toMatchObject({
      outcome: 'refused',
      verdict: 'ask',
      omitted: [{ reason: 'ask', code: 'status-draft' }],
    })
    expect(await knowledge.summary('manifest:harbor')).toMatchObject({ outcome: 'unknown' })
    expect(ports.kept).toEqual([])
  })
})

describe('replay, rehydrate and diff of a list', () => {
  test('AK-199: the same bytes while the catalog is the same, drafts and strangers in it or not', async () => {
    const { knowledge, ports } = await world()
    for (const options of [
      {},
      { format: 'xml', relative: true },
      { filter: 'KIOSK', maxTokens: 110 },
      { locations: true },
    ] as const) {
      const { fenced, receipt } = await knowledge.list(options)
      expect(await knowledge.replay(receipt?.id ?? '')).toMatchObject({
        outcome: 'same',
        fenced,
        drift: [],
        receipt: { replayOf: receipt?.id, proof: receipt?.proof },
      })
      expect(await knowledge.rehydrate(receipt?.id ?? '')).toMatchObject({ outcome: 'same', fenced, changed: [] })
    }
    const summary = await knowledge.summary('pack:kiosk')
    const id = 'receipt' in summary ? idOf(summary) : ''
    expect(await knowledge.replay(id)).toMatchObject({
      outcome: 'same',
      fenced: 'fenced' in summary && summary.fenced,
      drift: [],
    })
    expect((await verifyReceipts(ports.receipts)).ok).toBe(true)
  })

  test('names the entry that says something else, the one that came and the one that went', async () => {
    const { knowledge, open, ports } = await world()
    const id = idOf(await knowledge.list())
    const { '/w/knowledge.yaml': _gone, ...rest } = tree
    const later = await open({
      ...rest,
      [`${kiosk}/KNOWLEDGE.md`]: head('kiosk', 'Facts on the newer kiosk.'),
      '/w/.agents/knowledge/tent/KNOWLEDGE.md': head('tent', 'Tents.'),
    })
    const replay = await later.replay(id)
    expect([replay.outcome, 'drift' in replay && wordsOf(replay.drift)]).toEqual([
      'drifted',
      [
        'file-changed pack:kiosk KNOWLEDGE.md',
        'span-changed pack:kiosk KNOWLEDGE.md',
        'decision pack:tent ask approval-required',
        'span-left manifest:harbor knowledge.yaml',
        'span-added pack:tent KNOWLEDGE.md',
      ],
    ])
    expect(await later.rehydrate(id)).toMatchObject({ outcome: 'drifted' })
    expect(await later.diff(id, { receipt: id })).toMatchObject({
      outcome: 'compared',
      same: false,
      spans: {
        added: [{ ref: 'pack:tent' }],
        removed: [{ ref: 'manifest:harbor' }],
        changed: [{ before: { ref: 'pack:kiosk' } }],
      },
    })
    expect(ports.kept).toHaveLength(1)
  })

  test('a head that changed where the list does not show it: the same bytes, and the file is named', async () => {
    const { knowledge, open } = await world()
    const id = idOf(await knowledge.list())
    const replay = await (
      await open({
        ...tree,
        [`${kiosk}/KNOWLEDGE.md`]: packText(
          {
            name: 'kiosk',
            description: 'Facts on the Harbor Kiosk terminal.',
            profile: 'wiki-first',
            version: '2.0.0',
          },
          '# kiosk\n',
        ),
      })
    ).replay(id)
    expect(replay).toMatchObject({
      outcome: 'same',
      drift: [{ what: 'file-changed', ref: 'pack:kiosk', path: 'KNOWLEDGE.md' }],
    })
  })

  test('what was a name only and has been granted since is named', async () => {
    const { knowledge, grant } = await world()
    const id = idOf(await knowledge.list())
    grant('pack:stranger')
    const replay = await knowledge.replay(id)
    expect([replay.outcome, 'drift' in replay && wordsOf(replay.drift)]).toEqual([
      'drifted',
      ['span-changed pack:stranger KNOWLEDGE.md', 'decision pack:stranger ask approval-required'],
    ])
  })

  test('a requester who lost the right to an entry is refused, whatever else the list holds', async () => {
    const { knowledge, ports } = await world()
    const summary = await knowledge.summary('pack:kiosk')
    const ids = [idOf(await knowledge.list()), 'receipt' in summary ? idOf(summary) : '']
    ports.grants.remove(kiosk)
    for (const id of ids) {
      for (const repeated of [await knowledge.replay(id), await knowledge.rehydrate(id)])
        expect(repeated).toMatchObject({
          outcome: 'refused',
          verdict: 'ask',
          omitted: [{ ref: 'pack:kiosk', reason: 'ungranted', detail: expect.stringContaining('lorefence trust') }],
        })
    }
    expect(ports.kept).toHaveLength(2)
  })

  test('so is one who lost the right to a unit whose intent was listed', async () => {
    const { knowledge, ports } = await world()
    const units = await knowledge.units('manifest:harbor')
    const id = 'receipt' in units ? idOf(units) : ''
    expect(await knowledge.replay(id)).toMatchObject({ outcome: 'same', drift: [] })
    expect(await knowledge.diff(id, { receipt: id })).toMatchObject({ same: true, withheld: [] })
    const narrower = await openKnowledge({
      roots: ['/w'],
      ports: {
        ...ports,
        files: memoryFiles({
          ...tree,
          '/w/knowledge.yaml': manifestText(
            { project: 'Harbor' },
            unitWith({ id: 'setup', path: 'docs/setup.md', sensitivity: 'restricted' }),
          ),
        }),
      },
    })
    expect(await narrower.replay(id)).toMatchObject({
      outcome: 'refused',
      verdict: 'deny',
      omitted: [{ ref: 'unit:harbor/setup', reason: 'refused', code: 'clearance-unknown' }],
    })
    expect(await narrower.diff(id, { receipt: id })).toMatchObject({
      withheld: ['unit:harbor/setup'],
      spans: { removed: [{ ref: 'unit:harbor/setup', path: '' }] },
    })
  })

  test('what was switched off since is refused', async () => {
    const { knowledge, ports } = await world()
    const id = idOf(await knowledge.list())
    ports.switches.set('manifest:harbor', false)
    await knowledge.refresh()
    expect(await knowledge.replay(id)).toMatchObject({
      outcome: 'refused',
      verdict: 'deny',
      omitted: [{ ref: 'manifest:harbor', reason: 'disabled' }],
    })
  })

  test('of what nobody granted any more, a diff shows only the ref', async () => {
    const { knowledge, ports } = await world()
    const [all, few] = [idOf(await knowledge.list()), idOf(await knowledge.list({ filter: 'voice' }))]
    expect(await knowledge.diff(all, all)).toMatchObject({ same: true, withheld: ['pack:stranger'] })
    ports.grants.remove(kiosk)
    expect(await knowledge.diff(all, few)).toMatchObject({
      withheld: ['pack:kiosk', 'pack:stranger'],
      spans: {
        removed: [
          { ref: 'manifest:harbor', path: 'knowledge.yaml' },
          { ref: 'pack:kiosk', path: '' },
          { ref: 'pack:stranger', path: '' },
        ],
      },
    })
  })

  test('a summary that is refused to somebody else holds nothing in a diff', async () => {
    const { knowledge, ports } = await world()
    const summary = await knowledge.summary('pack:kiosk')
    const id = 'receipt' in summary ? idOf(summary) : ''
    ports.grants.remove(kiosk)
    expect(await knowledge.diff(id, { receipt: id })).toMatchObject({
      same: false,
      spans: { removed: [{ ref: 'pack:kiosk', path: '' }] },
      decisions: [{ ref: 'pack:kiosk', after: 'ask approval-required' }],
    })
  })

  test('on a server a filter is kept as a hash, and a list without one as it is', async () => {
    const { open } = await world()
    const knowledge = await open(tree, { hideTasks: true })
    const few = await knowledge.list({ filter: 'kio' })
    expect(few.receipt).toMatchObject({ task: '', taskHash: expect.stringMatching(/^hmac-sha256:/) })
    expect(await knowledge.replay(idOf(few))).toMatchObject({ outcome: 'task-needed' })
    expect(await knowledge.replay(idOf(few), { task: '{"filter":"kio","format":"prompt"}' })).toMatchObject({
      outcome: 'same',
      fenced: few.fenced,
      drift: [],
    })
    expect(await knowledge.replay(idOf(await knowledge.list()))).toMatchObject({ outcome: 'same', drift: [] })
  })
})
