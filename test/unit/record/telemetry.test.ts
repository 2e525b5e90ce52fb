import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { openTelemetry } from '../../../src/io/telemetry/open-telemetry.ts'
import { loadConfig } from '../../../src/app/open/config.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

interface FakeSpan {
  readonly name: string
  readonly parent: string | undefined
  readonly facts: Record<string, string | number>
  status?: number
  ended: boolean
}

/** Keeps spans as an exporter would get them. */
function fakeApi() {
  const spans: FakeSpan[] = []
  const active = new AsyncLocalStorage<{ readonly name?: string; getValue(key: symbol): unknown }>()
  const none = { getValue: () => undefined }
  const startActiveSpan = <T>(
    name: string,
    work: (span: {
      setAttributes(facts: object): void
      setStatus(status: { readonly code: number }): void
      end(): void
    }) => T,
  ): T => {
    const span: FakeSpan = { name, parent: active.getStore()?.name, facts: {}, ended: false }
    spans.push(span)
    const handle = {
      setAttributes: (facts: object) => void Object.assign(span.facts, facts),
      setStatus: ({ code }: { readonly code: number }) => void (span.status = code),
      end: () => void (span.ended = true),
    }
    return active.run({ ...none, name }, () => work(handle))
  }
  const api = {
    trace: { getTracer: () => ({ startActiveSpan }) },
    context: {
      active: () => active.getStore() ?? none,
      with: <T>(context: object, work: () => T): T => active.run({ ...none, ...context }, work),
    },
    propagation: {
      extract: (_: object, carrier: object) => ({
        ...none,
        name: `caller ${(carrier as { readonly traceparent?: string }).traceparent}`,
      }),
    },
  }
  return { spans, load: async () => api }
}

const tree = {
  '/w/kiosk/KNOWLEDGE.md':
    '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n',
  '/w/kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
}
const open = (telemetry: ReturnType<typeof openTelemetry>) =>
  openKnowledge({ roots: ['/w'], ports: { ...memoryPorts(memoryFiles(tree)), telemetry }, trustAll: true })

describe('spans of a read', () => {
  test('one for each stage, inside one for the answer, with ids, counts and digests', async () => {
    const { spans, load } = fakeApi()
    const { receipt, tokens } = await (
      await open(openTelemetry(load))
    ).read({ task: 'How long does the battery last?' })
    const answer = 'lorefence.answer'
    expect(spans).toEqual([
      { name: answer, parent: undefined, facts: {}, ended: true },
      {
        name: 'lorefence.decide',
        parent: answer,
        facts: { 'lorefence.allowed': 1, 'lorefence.refused': 0 },
        ended: true,
      },
      { name: 'lorefence.read', parent: answer, facts: { 'lorefence.entries': 1 }, ended: true },
      {
        name: 'lorefence.fence',
        parent: answer,
        facts: { 'lorefence.excerpts': 1, 'lorefence.tokens': tokens, 'lorefence.budget': 2000 },
        ended: true,
      },
      {
        name: 'lorefence.record',
        parent: answer,
        facts: {
          'lorefence.receipt': receipt.id,
          'lorefence.proof': receipt.proof,
          'lorefence.fenced_digest': receipt.fencedDigest,
          'lorefence.spans': 1,
        },
        ended: true,
      },
    ])
  })

  test('never hold a word of the task or of the knowledge', async () => {
    const { spans, load } = fakeApi()
    await (await open(openTelemetry(load))).read({ task: 'How long does the battery last?' })
    expect(JSON.stringify(spans)).not.toMatch(/battery|nine|kiosk/i)
  })

  test('belong to the trace of the caller', async () => {
    const { spans, load } = fakeApi()
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await (await open(openTelemetry(load))).read({ task: 'How long does the battery last?', trace: { traceparent } })
    expect(spans.map(({ parent }) => parent).slice(0, 2)).toEqual([`caller ${traceparent}`, 'lorefence.answer'])
  })

  test('tell of an error by their status alone', async () => {
    const { spans, load } = fakeApi()
    const ports = { ...memoryPorts(memoryFiles(tree)), telemetry: openTelemetry(load) }
    const full = {
      ...ports.receipts,
      append: () => {
        throw new Error('the disk with nine hours is full')
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, receipts: full }, trustAll: true })
    await expect(knowledge.read({ task: 'How long does the battery last?' })).rejects.toThrow('is full')
    expect(spans.filter(({ status }) => status === 2).map(({ name, ended }) => [name, ended])).toEqual([
      ['lorefence.answer', true],
      ['lorefence.record', true],
    ])
    expect(JSON.stringify(spans)).not.toContain('nine')
  })

  test('are not there where the package is not, and the answer is the same', async () => {
    const without = await open(openTelemetry(() => Promise.reject(new Error('not installed'))))
    const { fenced } = await without.read({ task: 'How long does the battery last?' })
    expect(fenced).toContain('The battery lasts nine hours.')
  })
})

describe('telemetry in a config', () => {
  const configWith = (files: Record<string, string>) =>
    loadConfig(memoryFiles(files), {
      userFolder: '/home/ada/.config/lorefence',
      home: '/home/ada',
      workspaces: ['/w'],
      env: {},
    })

  test('is the word of the user', () => {
    expect(configWith({ '/home/ada/.config/lorefence/lorefence.yaml': 'telemetry: opentelemetry\n' }).telemetry).toBe(
      'opentelemetry',
    )
    expect(configWith({}).telemetry).toBeUndefined()
  })

  test('of a workspace has no effect', () => {
    const config = configWith({ '/w/lorefence.yaml': 'telemetry: opentelemetry\n' })
    expect([config.telemetry, config.diagnostics.map(({ code, message }) => [code, message])]).toEqual([
      undefined,
      [['RUN602', 'The field "telemetry" has no effect in a workspace.']],
    ])
  })
})
