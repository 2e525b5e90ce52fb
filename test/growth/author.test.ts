import { describe, expect, test } from 'vitest'
import { authorOperations } from './author-operations.ts'
import { growsTooFast } from './measure.ts'

describe('twice as much to author costs at most two and a half times the steps', () => {
  test.each(Object.entries(authorOperations))('%s', async (_, operation) => {
    expect(await growsTooFast(operation, { start: 50, largest: 400 })).toBeUndefined()
  })
})

/** A square that costs little shows only here: with 1,600 statements it hides behind what is linear. */
const ofLongPages = Object.entries(authorOperations).filter(([name]) => /^(?:compile|split):/.test(name))

describe('a page of 12,800 statements or sections costs at most two and a half times the steps of half of it', () => {
  test.each(ofLongPages)('%s', async (_, operation) => {
    expect(await growsTooFast(operation, { start: 1_600, largest: 1_600 })).toBeUndefined()
  })
})
