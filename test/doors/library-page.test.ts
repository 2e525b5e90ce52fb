import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import * as testing from '../../src/testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const page = readFileSync('docs/guide/library.md', 'utf8')
const examples = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => code)
/** Its own state and config, so that nothing of the machine is read or written. */
const env = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  LOREFENCE_STATE: join(home, 'state'),
})

describe('the page about the library', () => {
  test.each(examples.map((code) => [/from 'lorefence'/.test(code) ? (code.split('\n')[0] ?? '') : code, code]))(
    'runs: %s',
    (_, code) => {
      const run = (): string =>
        execFileSync(process.execPath, ['--input-type=module', '-e', code], {
          encoding: 'utf8',
          env: env(tempFolder()),
          stdio: 'pipe',
        })
      expect(run().length).toBeGreaterThan(0)
    },
  )

  test('has an example of every public value', () => {
    const shown = examples.join('\n')
    const names = [...Object.keys(library), ...Object.keys(testing)]
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))).toEqual([])
  })
})
