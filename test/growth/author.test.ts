import { describe, expect, test } from 'vitest'
import { authorOperations } from './author-operations.ts'
import { growsTooFast } from './measure.ts'

describe('twice as much to author costs at most two and a half times the steps', () => {
  test.each(Object.entries(authorOperations))('%s', async (_, operation) => {
    expect(await growsTooFast(operation, { start: 50, largest: 400 })).toBeUndefined()
  })
})
