import { describe, expect, test } from 'vitest'
import { doorWorld } from '../support/door-world.ts'
import { connectTo, newClient, revisions, speaking } from '../support/mcp-client.ts'

describe('a read that takes long', () => {
  test.each(revisions)('tells a client that speaks %s how far it is', async (revision) => {
    const client = await connectTo({ knowledge: await doorWorld().open() }, newClient(speaking(revision)))
    const heard: number[] = []
    await client.callTool(
      { name: 'knowledge_read', arguments: { task: 'How long does the battery last?' } },
      { onprogress: ({ progress, total }) => void heard.push(progress / (total ?? 0)) },
    )
    expect(heard).toEqual([1 / 3, 2 / 3, 1])
  })

  test.each(revisions)('is called off by a client that speaks %s: nothing is recorded', async (revision) => {
    const world = doorWorld()
    const client = await connectTo({ knowledge: await world.open() }, newClient(speaking(revision)))
    const hasty = new AbortController()
    const call = client.callTool(
      { name: 'knowledge_read', arguments: { task: 'How long does the battery last?' } },
      { signal: hasty.signal, onprogress: () => hasty.abort(new Error('enough')) },
    )
    await expect(call).rejects.toThrow('enough')
    expect(JSON.stringify(await client.callTool({ name: 'knowledge_explain', arguments: { ref: 'kiosk' } }))).toContain(
      'allow read pack:kiosk',
    )
    expect(await world.ports.receipts.segments()).toEqual([])
  })

  test('is called off in the library before anything is opened', async () => {
    const world = doorWorld()
    const opened: string[] = []
    const files = {
      ...world.ports.files,
      read: (...args: Parameters<typeof world.ports.files.read>) => {
        opened.push(args[1])
        return world.ports.files.read(...args)
      },
    }
    const knowledge = await world.open({ ports: { ...world.ports, files } })
    opened.length = 0
    const hasty = new AbortController()
    await expect(
      knowledge.read({
        task: 'battery',
        signal: hasty.signal,
        onStage: (stage) => (stage === 'read' ? hasty.abort() : undefined),
      }),
    ).rejects.toThrow('aborted')
    expect(opened).toEqual([])
    expect(await world.ports.receipts.segments()).toEqual([])
  })

  test('waits for the one before it, which may fail', async () => {
    const knowledge = await doorWorld().open()
    const stages: string[] = []
    const read = (name: string, onStage?: () => void): Promise<unknown> =>
      knowledge.read({
        task: 'How long does the battery last?',
        onStage: (stage) => {
          stages.push(`${name} ${stage}`)
          onStage?.()
        },
      })
    const failing = read('a', () => {
      throw new Error('client is gone')
    })
    const [, second] = await Promise.allSettled([failing, read('b'), read('c')])
    expect(second?.status).toBe('fulfilled')
    expect(stages).toEqual(['a decide', 'b decide', 'b read', 'b record', 'c decide', 'c read', 'c record'])
  })
})
