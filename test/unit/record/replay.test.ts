import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type OpenOptions, type Requester } from '../../../src/app/index.ts'
import { makeReceipt } from '../../../src/record/receipt.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const folder = '/w/.agents/knowledge/kiosk'
const head = (status = 'ready'): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nstatus: ${status}\nprofile: wiki-first\nversion: 1.4.0\n---\n\n# Kiosk\n\nStart with the facts.\n`
const facts =
  '# Facts\n\nKjøpt på Åndalsnes – 契約。\n\n## Battery\n\nThe battery lasts nine hours.\n\n## Screen\n\nThe screen is covered for 24 months.\n'
const task = 'How long does the battery last, and for how long is the screen covered?'
const tree = { [`${folder}/KNOWLEDGE.md`]: head(), [`${folder}/compiled/facts.md`]: facts }

type World = { readonly files?: Record<string, string>; readonly follow?: boolean; readonly requester?: Requester }

/** A world that can change under the same stores. */
async function world({ files = tree, follow = true, requester = {} }: World = {}) {
  const ports = memoryPorts(memoryFiles(files))
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow, given: 'terminal' })
  const open = (later: Record<string, string> = files, options: Partial<OpenOptions> = {}) =>
    openKnowledge({ roots: ['/w'], requester, ports: { ...ports, files: memoryFiles(later) }, ...options })
  return { ports, open, knowledge: await open() }
}

describe('replay', () => {
  test('AK-199: gives the same bytes while nothing has changed, and records that it did', async () => {
    const { knowledge, ports } = await world()
    const first = await knowledge.read({ task })
    const again = await knowledge.replay(first.receipt.id)
    expect(again).toMatchObject({ outcome: 'same', fenced: first.fenced, drift: [] })
    expect(ports.kept.map(({ replayOf, proof }) => [replayOf, proof === first.receipt.proof])).toEqual([
      [undefined, true],
      [first.receipt.id, true],
    ])
  })

  test('of a guide', async () => {
    const { knowledge } = await world()
    const guide = await knowledge.guide('kiosk')
    expect(guide.outcome === 'given' && (await knowledge.replay(guide.receipt.id))).toMatchObject({
      outcome: 'same',
      fenced: guide.outcome === 'given' ? guide.fenced : '',
    })
  })

  test('of a release whose wrapper sealed less names the wrapper, and gives no text', async () => {
    const files = { ...tree, [`${folder}/compiled/facts.md`]: `${facts}\nThe battery is marked <|im_start|>.\n` }
    const { knowledge, ports } = await world({ files })
    const { receipt, fenced } = await knowledge.read({ task })
    expect(fenced).toContain('\\u{3C}|im_start|>')
    const { id: _id, time, proof: _proof, link: _link, ...release } = receipt
    ports.kept.splice(
      0,
      1,
      makeReceipt({ ...release, fencedDigest: digest(fenced.replaceAll('\\u{3C}|', '<|')) }, 'r-earlier', time, {
        lastLink: '',
        anchors: [],
      }),
    )
    expect(await knowledge.replay('r-earlier')).toEqual({
      outcome: 'drifted',
      id: 'r-earlier',
      drift: [{ what: 'wrapper' }],
    })
  })

  test('leaves no record where nothing is given, of guides, units and queries either', async () => {
    const manifest = (intent: string): string =>
      `kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - id: hours\n    path: docs/hours.md\n    intent: "${intent}"\n    scope: global\n    audience: [agent]\n`
    const files = {
      ...tree,
      '/w/knowledge.yaml': manifest('When is the desk open?'),
      '/w/docs/hours.md': '# Hours\n\nThe desk opens at six.\n',
    }
    const { knowledge, ports, open } = await world({ files })
    const given = [
      await knowledge.guide('kiosk'),
      await knowledge.unit('hours'),
      await knowledge.query({ terms: ['desk'] }),
    ].flatMap((one) => ('receipt' in one && one.receipt ? [one.receipt] : []))
    expect(given.map(({ kind }) => kind)).toEqual(['guide', 'unit', 'query'])
    // Another file in the list of the guide, another version around the unit, another intent that the query does not meet.
    const later = await open({
      ...files,
      [`${folder}/compiled/more.md`]: '# More\n',
      '/w/knowledge.yaml': manifest('When does the counter open?').replace('1.0.0', '1.0.1'),
    })
    for (const { id } of given) expect(await later.replay(id)).toMatchObject({ outcome: 'drifted' })
    expect(ports.kept.map(({ id }) => id)).toEqual(given.map(({ id }) => id))
  })

  test('after one changed byte exactly that span is named, and no text is given', async () => {
    const { knowledge, open } = await world()
    const { receipt } = await knowledge.read({ task })
    const later = await open({ ...tree, [`${folder}/compiled/facts.md`]: facts.replace('nine', 'nice') })
    const replay = await later.replay(receipt.id)
    expect(replay.outcome).toBe('drifted')
    const drift = replay.outcome === 'drifted' ? replay.drift : []
    expect(drift.map((one) => [one.what, 'headings' in one ? one.headings?.at(-1) : undefined])).toEqual([
      ['file-changed', undefined],
      ['span-changed', 'Battery'],
    ])
    expect(replay).not.toHaveProperty('fenced')
  })

  test('of a file whose digest was granted the changed span is named too', async () => {
    const { knowledge, open } = await world({ follow: false })
    const { receipt } = await knowledge.read({ task })
    const replay = await (
      await open({ ...tree, [`${folder}/compiled/facts.md`]: facts.replace('24', '12') })
    ).replay(receipt.id)
    expect(replay.outcome === 'drifted' && replay.drift.slice(0, 2)).toMatchObject([
      { what: 'file-changed', path: 'compiled/facts.md' },
      { what: 'span-changed', headings: ['Facts', 'Screen'] },
    ])
  })

  test('a requester who may no longer read it is refused, and nothing is opened', async () => {
    const { knowledge, ports } = await world({ follow: false })
    const { receipt } = await knowledge.read({ task })
    ports.grants.remove(folder)
    const files = memoryFiles(tree)
    const later = await openKnowledge({ roots: ['/w'], ports: { ...ports, files } })
    files.opened.length = 0
    expect(await later.replay(receipt.id)).toMatchObject({
      outcome: 'refused',
      verdict: 'ask',
      omitted: [{ ref: 'pack:kiosk', reason: 'ungranted' }],
    })
    expect(await later.rehydrate(receipt.id)).toMatchObject({ outcome: 'refused' })
    expect(files.opened).toEqual([])
  })

  test('what was switched off since is refused, and neither gone nor fresh', async () => {
    const { knowledge, ports } = await world()
    const { receipt } = await knowledge.read({ task })
    ports.switches.set('pack:kiosk', false)
    await knowledge.refresh()
    const refused = { outcome: 'refused', verdict: 'deny', omitted: [{ ref: 'pack:kiosk', reason: 'disabled' }] }
    expect([await knowledge.replay(receipt.id), await knowledge.rehydrate(receipt.id)]).toMatchObject([
      refused,
      refused,
    ])
  })

  test('a receipt that nobody wrote, and one that somebody changed', async () => {
    const { knowledge, ports } = await world()
    const { receipt } = await knowledge.read({ task })
    expect(await knowledge.replay('r-99')).toEqual({ outcome: 'unknown', id: 'r-99' })
    ports.kept[0] = { ...receipt, task: 'Something else' }
    expect(await knowledge.replay(receipt.id)).toEqual({ outcome: 'damaged', id: receipt.id })
    expect(await knowledge.diff(receipt.id, receipt.id)).toEqual({ outcome: 'damaged', id: receipt.id })
  })

  test.each([
    ['catalog', undefined, '{"filter":'],
    ['catalog', undefined, 'null'],
    ['catalog', undefined, '{"filter":7}'],
    ['catalog', undefined, '{"format":"constructor"}'],
    ['catalog', ['manifest:harbor'], 'no JSON'],
    ['catalog', ['manifest:harbor'], '{"from":"one"}'],
    ['query', undefined, '{'],
    ['query', undefined, '[]'],
  ] as const)(
    'a %s receipt about %j that somebody wrote with the task %s is no request',
    async (kind, named, written) => {
      const { knowledge, ports } = await world()
      const release = {
        kind,
        ...(named ? { named } : {}),
        task: written,
        requester: {},
        budget: 0,
        tokenizer: 'o200k_base',
        version: '0.1.0',
        decisions: [],
        spans: [],
        fencedDigest: '',
      }
      ports.kept.push(makeReceipt(release, 'r-forged', '2026-05-06T09:10:00.000Z', { lastLink: '', anchors: [] }))
      const damaged = { outcome: 'damaged', id: 'r-forged' }
      expect([
        await knowledge.replay('r-forged'),
        await knowledge.rehydrate('r-forged'),
        await knowledge.diff('r-forged', { receipt: 'r-forged' }),
      ]).toEqual([damaged, damaged, damaged])
    },
  )

  test('a kind of receipt that this version does not know is not compared with anything', async () => {
    const { knowledge, ports } = await world()
    const { id: _id, time: _time, proof: _proof, link: _link, ...release } = (await knowledge.read({ task })).receipt
    ports.kept.push(
      makeReceipt({ ...release, kind: 'later' as 'guide' }, 'r-later', '2026-05-06T09:10:00.000Z', {
        lastLink: '',
        anchors: [],
      }),
    )
    expect(await knowledge.diff('r-later', { receipt: 'r-later' })).toEqual({ outcome: 'damaged', id: 'r-later' })
  })

  test('a task that is not kept in words can be replayed by whoever knows it', async () => {
    const { open } = await world()
    const knowledge = await open(tree, { hideTasks: true })
    const { receipt, fenced } = await knowledge.read({ task })
    expect([receipt.task, receipt.taskHash]).toEqual(['', expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/)])
    expect(await knowledge.replay(receipt.id)).toEqual({ outcome: 'task-needed', id: receipt.id })
    expect(await knowledge.replay(receipt.id, { task: 'Another one' })).toEqual({
      outcome: 'task-needed',
      id: receipt.id,
    })
    expect(await knowledge.replay(receipt.id, { task })).toMatchObject({ outcome: 'same', fenced })
    const context = await knowledge.rehydrate(receipt.id)
    expect(context).toMatchObject({ outcome: 'same', fenced, receipt: { task: '', taskHash: receipt.taskHash } })
    expect('receipt' in context && (await knowledge.replay(context.receipt.id, { task }))).toMatchObject({
      outcome: 'same',
      fenced,
      drift: [],
    })
  })
})

describe('rehydrate', () => {
  test('AK-199: gives the context byte for byte although other knowledge has come', async () => {
    const { knowledge, open, ports } = await world()
    const first = await knowledge.read({ task })
    const more = {
      ...tree,
      '/w/.agents/knowledge/tent/KNOWLEDGE.md': head().replace('kiosk', 'tent'),
      '/w/.agents/knowledge/tent/compiled/battery.md':
        '# Battery\n\nThe battery lasts, the screen is covered, how long, how long.\n',
    }
    saveGrants(ports, proposeGrants({ ...ports, files: memoryFiles(more) }, '/w', '/'), {
      follow: true,
      given: 'terminal',
    })
    const later = await open(more)
    expect(await later.rehydrate(first.receipt.id)).toMatchObject({
      outcome: 'same',
      fenced: first.fenced,
      changed: [],
    })
    expect((await later.replay(first.receipt.id)).outcome).toBe('drifted')
  })

  test('leaves the receipt that the answer itself would leave now, with what was refused beside it', async () => {
    const more = { ...tree, '/w/.agents/knowledge/tent/KNOWLEDGE.md': head('draft').replace('kiosk', 'tent') }
    const { knowledge } = await world({ files: more })
    const first = await knowledge.read({ task })
    expect(first.receipt.decisions.map(({ ref, verdict }) => [ref, verdict])).toEqual([
      ['pack:kiosk', 'allow'],
      ['pack:tent', 'ask'],
    ])
    expect(await knowledge.rehydrate(first.receipt.id)).toMatchObject({
      outcome: 'same',
      receipt: { proof: first.receipt.proof, replayOf: first.receipt.id },
    })
  })

  test('AK-201: after an edit it names the file and gives fresh text', async () => {
    const { knowledge, open } = await world()
    const { receipt } = await knowledge.read({ task })
    const context = await (
      await open({ ...tree, [`${folder}/compiled/facts.md`]: facts.replace('nine', 'eleven') })
    ).rehydrate(receipt.id)
    expect(context).toMatchObject({
      outcome: 'fresh',
      changed: ['compiled/facts.md'],
      warnings: ['These files changed, so this is new text: compiled/facts.md.'],
    })
    expect('fenced' in context && context.fenced).toContain('eleven hours')
  })
})

describe('what a receipt holds', () => {
  test('AK-200, AK-204: paths, digests, ranges and sections, and the version, profile, mode and source map of each pack', async () => {
    const files = { ...tree, [`${folder}/indexes/source-map.json`]: '{"claims":[]}' }
    const { knowledge } = await world({ files })
    await knowledge.read({ task, session: 's' })
    const { receipt } = await knowledge.read({ task: 'For how long is the screen covered?', session: 's' })
    expect(receipt.sources).toEqual([
      {
        ref: 'pack:kiosk',
        status: 'ready',
        profile: 'wiki-first',
        mode: 'data',
        version: '1.4.0',
        sourceMapDigest: expect.stringMatching(/^sha256:/),
      },
    ])
    expect(receipt.spans[0]).toMatchObject({
      ref: 'pack:kiosk',
      path: 'compiled/facts.md',
      headings: ['Facts', 'Screen'],
      fileDigest: expect.stringMatching(/^sha256:/),
      spanDigest: expect.stringMatching(/^sha256:/),
    })
    const [first] = receipt.spans
    expect(
      new TextDecoder().decode(new TextEncoder().encode(facts).slice(first?.bytes?.start, first?.bytes?.end)),
    ).toBe(facts.slice(first?.start, first?.end))
    expect(facts.slice(first?.start, first?.end)).toContain('24 months')
    expect(receipt.session).toMatch(/^sha256:/)
  })

  test('two clones in different folders: the same bytes, the same proof, no path of either', async () => {
    const at = (root: string): Record<string, string> =>
      Object.fromEntries(Object.entries(tree).map(([path, text]) => [path.replace('/w/', `${root}/`), text]))
    const results = []
    for (const root of ['/home/ada/work', '/srv/checkouts/7']) {
      const ports = memoryPorts(memoryFiles(at(root)))
      saveGrants(ports, proposeGrants(ports, root, '/'), { follow: root.startsWith('/srv'), given: 'terminal' })
      const knowledge = await openKnowledge({ roots: [root], ports })
      results.push(await knowledge.read({ task, packs: [`${root}/.agents/knowledge/kiosk`] }))
    }
    const [a, b] = results
    expect([a?.fenced, a?.receipt.proof]).toEqual([b?.fenced, b?.receipt.proof])
    expect(JSON.stringify(a?.receipt)).not.toContain('/home/ada')
    expect(a?.receipt.named).toEqual(['pack:kiosk'])
  })
})

describe('what a conversation carries', () => {
  test('AK-202: no call gives a folder whole; naming one gives nothing and says so', async () => {
    const { knowledge } = await world({
      files: {
        ...tree,
        [`${folder}/documents/manual.md`]: '# Manual\n\nMuch text.\n',
        [`${folder}/wiki/index.md`]: '# Index\n',
      },
    })
    for (const path of ['documents', 'wiki', `${folder}/documents`]) {
      const { fenced, omitted } = await knowledge.read({ task, packs: [path] })
      expect([fenced, omitted.map(({ reason }) => reason)]).toEqual(['', ['unknown']])
      expect(await knowledge.guide(path)).toMatchObject({ outcome: 'unknown' })
      expect(await knowledge.replay(path)).toEqual({ outcome: 'unknown', id: path })
    }
  })
})

describe('sessions', () => {
  test('AK-198: what a session has is only named, with its digest; asking again brings the text', async () => {
    const { knowledge } = await world()
    const first = await knowledge.read({ task, session: 's' })
    const second = await knowledge.read({ task, session: 's' })
    expect(second.fenced).not.toContain('nine hours')
    for (const { spanDigest } of first.receipt.spans) expect(second.fenced).toContain(spanDigest.slice(0, 19))
    expect(second.receipt.spans.every(({ repeated }) => repeated)).toBe(true)
    expect((await knowledge.read({ task, session: 's', again: true })).fenced).toBe(first.fenced)
    expect((await knowledge.read({ task, session: 'other' })).fenced).toBe(first.fenced)
    expect((await knowledge.read({ task })).fenced).toBe(first.fenced)
    expect(await knowledge.replay(second.receipt.id)).toMatchObject({ outcome: 'same', fenced: second.fenced })
  })

  test('a text that changed is given although the session had the old one', async () => {
    const { knowledge, open } = await world()
    await knowledge.read({ task, session: 's' })
    const later = await (
      await open({ ...tree, [`${folder}/compiled/facts.md`]: facts.replace('nine', 'ten') })
    ).read({ task, session: 's' })
    expect(later.fenced).toContain('ten hours')
    expect(later.fenced).not.toContain('24 months')
  })

  test('AK-205: a pack that became disputed is asked about, whatever the session had', async () => {
    const { knowledge, open } = await world()
    await knowledge.read({ task, session: 's' })
    const { fenced, omitted } = await (
      await open({ ...tree, [`${folder}/KNOWLEDGE.md`]: head('disputed') })
    ).read({ task, session: 's' })
    expect([fenced, omitted.map(({ reason, code }) => [reason, code])]).toEqual(['', [['ask', 'status-disputed']]])
  })
})

test('AK-205: a followed pack whose head changed while the knowledge was open is listed and asked about again', async () => {
  const files: Record<string, string> = { ...tree }
  const ports = memoryPorts(memoryFiles(files))
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: true, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  await knowledge.read({ task, session: 's' })
  const recorded = ports.kept.length
  files[`${folder}/KNOWLEDGE.md`] = head('disputed')
  const { fenced, omitted } = await knowledge.read({ task, session: 'other' })
  expect([fenced, omitted.map(({ code }) => code), ports.kept.length]).toEqual(['', ['status-disputed'], recorded + 1])
})

describe('diff', () => {
  test('of two receipts, two dates and two requesters', async () => {
    const { knowledge, open } = await world()
    const a = await knowledge.read({ task })
    const b = await knowledge.read({ task: 'How long does the battery last?', budget: 600 })
    expect(await knowledge.diff(a.receipt.id, b.receipt.id)).toMatchObject({
      outcome: 'compared',
      same: false,
      request: [{ name: 'budget' }, { name: 'task' }],
      withheld: [],
    })
    expect(await knowledge.diff(a.receipt.id, { receipt: a.receipt.id, at: new Date('2030-01-01') })).toMatchObject({
      outcome: 'compared',
      same: true,
    })
    expect(
      await knowledge.diff({ receipt: a.receipt.id }, { receipt: a.receipt.id, requester: { role: 'auditor' } }),
    ).toMatchObject({ requester: [{ name: 'role', before: null, after: 'auditor' }] })
    const later = await open({ ...tree, [`${folder}/compiled/facts.md`]: facts.replace('nine', 'ten') })
    expect(await later.diff(a.receipt.id, { receipt: a.receipt.id })).toMatchObject({
      same: false,
      spans: { changed: [{ before: { headings: ['Facts', 'Battery'] } }] },
    })
    expect(await knowledge.diff('r-99', a.receipt.id)).toEqual({ outcome: 'unknown', id: 'r-99' })
  })

  test('of a guide, a unit, evidence and a query with the same asked again: nothing while nothing changed, then exactly that', async () => {
    const manifest =
      'kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - id: hours\n    path: docs/hours.md\n    intent: When is the desk open?\n    scope: global\n    audience: [agent]\n'
    const files = {
      ...tree,
      [`${folder}/compiled/facts.md`]: '# Facts\n\nThe battery lasts nine hours. [source: sources/sheet.md#L3]\n',
      [`${folder}/sources/sheet.md`]: '# Sheet\n\nBattery: nine hours.\n',
      '/w/knowledge.yaml': manifest,
      '/w/docs/hours.md': '# Hours\n\nThe desk opens at six.\n',
    }
    const { knowledge, open } = await world({ files })
    const given = [
      await knowledge.guide('kiosk'),
      await knowledge.unit('hours'),
      await knowledge.evidence('kiosk', { section: 'compiled/facts.md#facts' }),
      await knowledge.query({ terms: ['desk'] }),
    ].flatMap((one) => ('receipt' in one && one.receipt ? [one.receipt] : []))
    expect(given.map(({ kind, spans }) => [kind, spans.length])).toEqual([
      ['guide', 1],
      ['unit', 1],
      ['evidence', 1],
      ['query', 1],
    ])
    const none = { added: [], removed: [], changed: [], moved: [] }
    for (const { id } of given)
      expect(await knowledge.diff(id, { receipt: id })).toMatchObject({
        outcome: 'compared',
        same: true,
        withheld: [],
        spans: none,
      })
    const later = await open({
      ...files,
      [`${folder}/KNOWLEDGE.md`]: head().replace('Start with', 'Begin with'),
      [`${folder}/sources/sheet.md`]: '# Sheet\n\nBattery: nice hours.\n',
      '/w/docs/hours.md': '# Hours\n\nThe desk opens at ten.\n',
      '/w/knowledge.yaml': manifest.replace('desk open', 'desk staffed'),
    })
    const changed = await Promise.all(given.map(async ({ id }) => later.diff(id, { receipt: id })))
    expect(
      changed.map(
        (diff) =>
          diff.outcome === 'compared' && [diff.same, diff.spans.changed.map(({ before }) => before.path), diff.request],
      ),
    ).toEqual([
      [false, ['KNOWLEDGE.md'], expect.any(Array)],
      [false, ['docs/hours.md'], expect.any(Array)],
      [false, ['sources/sheet.md'], []],
      [true, [], []],
    ])
  })

  test('of what whoever asks now may not have, only the ref is shown', async () => {
    const { knowledge, ports } = await world({ follow: false })
    const [a, b] = [
      await knowledge.read({ task }),
      await knowledge.read({ task: 'For how long is the screen covered?' }),
    ]
    ports.grants.remove(folder)
    const diff = await knowledge.diff(a.receipt.id, b.receipt.id)
    expect(diff).toMatchObject({ withheld: ['pack:kiosk'] })
    expect(JSON.stringify(diff)).not.toContain('facts.md')
  })
})
