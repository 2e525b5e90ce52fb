import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const task = 'How long does the battery of the kiosk last?'
const text = '# Battery of the kiosk\n\nThe battery of the kiosk lasts nine hours.\n'

function manifest(root: string, unit: string): string {
  return [
    'kcp_version: "0.14"',
    'project: Harbor',
    'version: 1.0.0',
    root,
    'units:',
    '  - id: battery',
    '    path: docs/battery.md',
    '    intent: How long does the battery of the kiosk last?',
    '    scope: global',
    '    audience: [agent]',
    unit,
    '',
  ].join('\n')
}

async function world(root: string, unit = '', durable = true) {
  const ports = memoryPorts(memoryFiles({ '/w/knowledge.yaml': manifest(root, unit), '/w/docs/battery.md': text }))
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const files = memoryFiles({ '/w/knowledge.yaml': manifest(root, unit), '/w/docs/battery.md': text })
  const knowledge = await openKnowledge({
    roots: ['/w'],
    requester: { clearance: 'internal', model: 'local' },
    ports: { ...ports, files, receipts: { ...ports.receipts, durable } },
  })
  files.opened.length = 0
  return { ports, files, knowledge }
}

const restricted = (...words: readonly string[]): string => `    compliance: { restrictions: [${words.join(', ')}] }`
const logged = 'trust: { audit: { agent_must_log: true } }'
const traced = 'trust: { audit: { agent_must_log: true, require_trace_context: true } }'

describe('audit entries of units', () => {
  test('KCP-048: one for each unit read where the manifest asks for a log, none where it does not', async () => {
    const asked = await (await world(logged)).knowledge.read({ task })
    expect(asked.receipt.audit).toEqual([
      { ref: 'unit:harbor/battery', path: 'docs/battery.md', restrictions: [], obligations: ['audit'] },
    ])
    const plain = await (await world('')).knowledge.read({ task })
    expect(plain.excerpts.length).toBeGreaterThan(0)
    expect(plain.receipt.audit).toBeUndefined()
  })

  test('KCP-050: local access under require_trace_context makes a conforming traceparent, another one each time', async () => {
    const { knowledge } = await world(traced)
    const spans = [await knowledge.read({ task }), await knowledge.read({ task })].map(
      ({ receipt }) => receipt.audit?.[0]?.traceparent,
    )
    for (const span of spans) expect(span).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/)
    expect(spans[0]).not.toBe(spans[1])
  })

  test('KCP-073: under audit_chain the trace of the caller is carried on and recorded', async () => {
    const { knowledge } = await world('delegation: { audit_chain: true }')
    const { receipt } = await knowledge.read({
      task,
      trace: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'harbor=7' },
    })
    expect(receipt.audit).toMatchObject([
      {
        obligations: ['trace'],
        traceparent: expect.stringMatching(/^00-4bf92f3577b34da6a3ce929d0e0e4736-/),
        tracestate: 'harbor=7',
      },
    ])
    expect(receipt.obligations).toContain('trace')
  })

  test('KCP-087: no-logging: neither content nor headings nor the words of the task are kept, the path is', async () => {
    const { knowledge, ports } = await world('', restricted('no-logging'))
    const { fenced, receipt } = await knowledge.read({ task, session: 's' })
    expect(fenced).toContain('nine hours')
    const kept = JSON.stringify(ports.kept)
    for (const words of ['nine hours', 'Battery of', 'How long']) expect(kept).not.toContain(words)
    expect([receipt.task, receipt.taskHash, receipt.spans[0]?.path]).toEqual([
      '',
      expect.stringMatching(/^hmac-sha256:/),
      'docs/battery.md',
    ])
  })

  test('KCP-090: audit-required is refused before its file is opened where records end with the process', async () => {
    const kept = await (await world('', restricted('audit-required'))).knowledge.read({ task })
    expect(kept.receipt.audit).toMatchObject([{ restrictions: ['audit-required'], obligations: ['audit'] }])
    const { knowledge, files } = await world('', restricted('audit-required'), false)
    const refused = await knowledge.read({ task })
    expect([refused.fenced, refused.omitted.map(({ code }) => code), files.opened]).toEqual([
      '',
      ['audit-impossible'],
      [],
    ])
    expect(refused.warnings.map(({ name }) => name)).toContain('records-in-memory')
  })

  test('KCP-094: acknowledged restrictions stand in the audit entry', async () => {
    const { knowledge } = await world('', restricted('no-ai-training', 'no-external-llm'))
    expect((await knowledge.read({ task })).receipt.audit).toMatchObject([
      { ref: 'unit:harbor/battery', restrictions: ['no-external-llm', 'no-ai-training'] },
    ])
  })

  test('a unit is replayed like a pack, and its proof does not depend on traces', async () => {
    const { knowledge } = await world(traced)
    const first = await knowledge.read({ task })
    const again = await knowledge.replay(first.receipt.id)
    expect(again).toMatchObject({
      outcome: 'same',
      fenced: first.fenced,
      drift: [],
      receipt: { proof: first.receipt.proof },
    })
    expect(await knowledge.rehydrate(first.receipt.id)).toMatchObject({ outcome: 'same', fenced: first.fenced })
  })
})
