import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeLock, waitForLock } from '../../../src/io/stores/process-lock.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('the lock of a running process is refused at once, or waited for', async () => {
  const lock = join(tempFolder(), 'lock')
  takeLock(lock, 'it')
  expect(() => takeLock(lock, 'it')).toThrow(`another process (${process.pid}) is changing it`)
  const waiting = waitForLock(lock, 'it')
  rmSync(lock)
  await waiting
  expect(() => takeLock(lock, 'it')).toThrow('is changing it')
})

test('the lock of a process that is gone is taken over', async () => {
  const lock = join(tempFolder(), 'lock')
  writeFileSync(lock, '0')
  await waitForLock(lock, 'it')
  expect(() => takeLock(lock, 'it')).toThrow(`(${process.pid})`)
})
