import fs, { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { usageLog } from '../../../src/io/stores/log-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Lets another process have its turn after every opening of a file and every write to one. */
function afterEachStep(turn: () => void): void {
  let isTaken = false
  const take = (): void => {
    if (isTaken) return
    isTaken = true
    turn()
    isTaken = false
  }
  const { openSync, writeSync } = fs
  vi.spyOn(fs, 'openSync').mockImplementation((...given) => {
    const descriptor = openSync(...given)
    take()
    return descriptor
  })
  vi.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
    const written = (writeSync as (...all: unknown[]) => number)(...given)
    take()
    return written
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test('AK-210: lines stay whole, and none is lost, when another process writes between any two steps', () => {
  const state = tempFolder()
  const now = (): Date => new Date('2026-05-06T09:10:00Z')
  afterEachStep(() => usageLog(state, now).append(['{"by":"another"}']))
  usageLog(state, now).append(['{"by":"one","line":1}', '{"by":"one","line":2}'])
  usageLog(state, now).append(['{"by":"one","line":3}'])
  expect(readdirSync(join(state, 'log'))).toEqual(['usage-2026-05.jsonl'])
  expect(readFileSync(join(state, 'log/usage-2026-05.jsonl'), 'utf8').split('\n')).toEqual([
    '{"by":"another"}',
    '{"by":"one","line":1}',
    '{"by":"one","line":2}',
    '{"by":"another"}',
    '{"by":"another"}',
    '{"by":"one","line":3}',
    '{"by":"another"}',
    '',
  ])
})
