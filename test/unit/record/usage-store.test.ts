import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryUsage } from '../../../src/io/memory/memory-usage.ts'
import { usageStore } from '../../../src/io/stores/usage-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const at = (time: string): Date => new Date(`2026-05-06T${time}Z`)
const ref = 'unit:harbor/setup'

describe.each([
  ['on disk', () => usageStore(tempFolder())],
  ['in memory', () => memoryUsage()],
])('requests %s', (_name, open) => {
  test('KCP-159: sixty in a minute are sixty; a minute later the window is empty and the day is not', () => {
    const usage = open()
    for (let second = 0; second < 60; second++) usage.note(ref, at(`09:10:${String(second).padStart(2, '0')}`))
    expect(usage.count(ref, at('09:10:59'))).toEqual({ minute: 60, day: 60 })
    expect(usage.count(ref, at('09:11:30'))).toEqual({ minute: 29, day: 60 })
    expect(usage.count(ref, at('09:12:00'))).toEqual({ minute: 0, day: 60 })
  })

  test('KCP-159: the day starts anew at midnight UTC, the rolling minute does not', () => {
    const usage = open()
    usage.note(ref, at('23:59:30'))
    usage.note(ref, at('23:59:50'))
    const midnight = new Date('2026-05-07T00:00:20Z')
    expect(usage.count(ref, midnight)).toEqual({ minute: 2, day: 0 })
    expect(usage.hour?.(ref, midnight)).toBe(2)
    usage.note(ref, midnight)
    expect(usage.count(ref, midnight)).toEqual({ minute: 3, day: 1 })
    expect(usage.count(ref, new Date('2026-05-07T00:01:00Z'))).toEqual({ minute: 1, day: 1 })
    expect(usage.hour?.(ref, new Date('2026-05-07T00:59:59.999Z'))).toBe(1)
    expect(usage.hour?.(ref, new Date('2026-05-07T02:00:00Z'))).toBe(0)
  })

  test('each ref is counted by itself', () => {
    const usage = open()
    usage.note(ref, at('09:10:00'))
    expect(usage.count('unit:harbor/tour', at('09:10:01'))).toEqual({ minute: 0, day: 0 })
  })
})

describe('requests of several processes', () => {
  test('KCP-159: one sees what another noted, also later', () => {
    const state = tempFolder()
    const [one, other] = [usageStore(state), usageStore(state)]
    one.note(ref, at('09:10:00'))
    expect(other.count(ref, at('09:10:01'))).toEqual({ minute: 1, day: 1 })
    one.note(ref, at('09:10:02'))
    other.note(ref, at('09:10:03'))
    expect([one.count(ref, at('09:10:04')), other.count(ref, at('09:10:04'))]).toEqual([
      { minute: 3, day: 3 },
      { minute: 3, day: 3 },
    ])
    expect(usageStore(state).count(ref, at('09:10:04'))).toEqual({ minute: 3, day: 3 })
  })

  test("files of past days are removed, yesterday's is kept", () => {
    const state = tempFolder()
    const usage = usageStore(state)
    for (const day of ['04', '05', '06']) usage.note(ref, new Date(`2026-05-${day}T12:00:00Z`))
    expect(readdirSync(join(state, 'usage')).sort()).toEqual(['2026-05-05.jsonl', '2026-05-06.jsonl'])
  })

  test('the file is readable by the user alone', () => {
    const state = tempFolder()
    usageStore(state).note(ref, at('09:10:00'))
    expect([
      statSync(join(state, 'usage')).mode & 0o777,
      statSync(join(state, 'usage/2026-05-06.jsonl')).mode & 0o777,
    ]).toEqual([0o700, 0o600])
  })

  test.each(['nonsense\n', '{"ref":1}\n', '["unit:harbor/setup","now"]\n'])(
    'a damaged file fails closed and says what to do: %j',
    (text) => {
      const state = tempFolder()
      usageStore(state).note(ref, at('09:10:00'))
      writeFileSync(join(state, 'usage/2026-05-06.jsonl'), text, { flag: 'a' })
      expect(() => usageStore(state).count(ref, at('09:10:01'))).toThrow(
        /2026-05-06\.jsonl is damaged, so the request limits cannot be checked; remove it/,
      )
    },
  )
})
