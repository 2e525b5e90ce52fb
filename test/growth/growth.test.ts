import { describe, expect, test } from 'vitest'
import { countTokens } from '../../src/app/index.ts'
import { growsTooFast } from './measure.ts'
import { textOperations } from './text-operations.ts'
import { worldOperations } from './world-operations.ts'
import { opened, pack } from './worlds.ts'

describe('twice the text costs at most two and a half times the steps', () => {
  test.each(textOperations)('$name', async ({ texts, prepare }) => {
    const found: Record<string, string> = {}
    for (const [input, text] of Object.entries(texts)) {
      const wrong = await growsTooFast((size) => prepare(text(size)), { start: 1000, largest: 16_000 })
      if (wrong !== undefined) found[input] = wrong
    }
    expect(found).toEqual({})
  })

  test.each([
    ['countTokens, letters without a space', 250_000, (size: number) => () => countTokens('a'.repeat(size))],
    [
      'read, a task of words that all differ',
      8_000,
      async (size: number) => {
        const { knowledge } = await opened(pack('The battery lasts nine hours.'))
        return () => knowledge.read({ task: Array.from({ length: size }, (_, i) => `word${i}`).join(' ') })
      },
    ],
  ])('%s, from %i on: a square with a small factor shows late', async (_, start, operation) => {
    expect(await growsTooFast(operation, { start, largest: start })).toBeUndefined()
  })
})

describe('twice as many things cost at most two and a half times the steps', () => {
  test.each(Object.entries(worldOperations))('%s', async (_, operation) => {
    expect(await growsTooFast(operation, { start: 20, largest: 400 })).toBeUndefined()
  })
})
