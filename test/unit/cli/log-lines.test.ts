import { describe, expect, test } from 'vitest'
import { logLines } from '../../../src/serve/cli/verbs/serving/log-lines.ts'

/** A reader of a log that reads what was written only when it is told to. */
function slowReader() {
  const read: string[] = []
  const waiting: (() => void)[] = []
  return {
    read,
    write: (text: string) =>
      new Promise<void>((done) => {
        read.push(text)
        waiting.push(done)
      }),
    goOn() {
      for (const done of waiting.splice(0)) done()
      return new Promise<void>((done) => setImmediate(done))
    },
  }
}

const dropped = (count: number): string => `${count} dropped\n`

describe('the log of a server', () => {
  test('lines of one turn are written together, and those that follow once these are written', async () => {
    const reader = slowReader()
    const lines = logLines(reader.write, dropped)
    lines.add('a\n')
    lines.add('b\n')
    await reader.goOn()
    lines.add('c\n')
    lines.add('d\n')
    await reader.goOn()
    await reader.goOn()
    await lines.written()
    expect(reader.read).toEqual(['a\nb\n', 'c\nd\n'])
  })

  test('while nobody reads it, lines beyond the limit are dropped and counted', async () => {
    const reader = slowReader()
    const lines = logLines(reader.write, dropped)
    lines.add('first\n')
    await reader.goOn()
    const line = `${'x'.repeat(1023)}\n`
    for (let i = 0; i < 1030; i++) lines.add(line)
    await reader.goOn()
    await reader.goOn()
    await lines.written()
    expect(reader.read).toHaveLength(2)
    expect(reader.read[1]).toHaveLength(1024 * 1024 + '6 dropped\n'.length)
    expect(reader.read[1]?.endsWith('\n6 dropped\n')).toBe(true)
  })
})
