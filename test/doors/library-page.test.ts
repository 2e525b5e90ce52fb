import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import * as testing from '../../src/testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const page = readFileSync('docs/guide/library.md', 'utf8')
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
const examples = blocks('js')
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

  test('compiles as strict TypeScript, with the declarations of the package', () => {
    const files = Object.fromEntries(examples.map((code, i) => [`example-${i}.ts`, code]))
    const folder = tempFolder({ 'package.json': '{"type": "module"}', 'node_modules/README': '', ...files })
    symlinkSync(process.cwd(), join(folder, 'node_modules/lorefence'))
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    const found = spawnSync(
      resolve('node_modules/.bin/tsc'),
      [...options, '--typeRoots', resolve('node_modules/@types'), ...Object.keys(files)],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(found.stdout).toBe('')
  })

  test.each(blocks('sh'))('runs in a shell: %s', (code) => {
    const home = tempFolder()
    const program = `#!/bin/sh\nexec ${process.execPath} ${resolve('dist/cli.js')} "$@"\n`
    const bin = tempFolder({ lorefence: program })
    chmodSync(join(bin, 'lorefence'), 0o755)
    const { status, stdout } = spawnSync('sh', ['-e', '-c', code], {
      encoding: 'utf8',
      env: { ...env(home), PATH: `${bin}:${process.env['PATH']}`, XDG_CONFIG_HOME: join(home, 'config') },
    })
    expect([status, stdout.length > 0]).toEqual([0, true])
  })

  test('has an example of every public value', () => {
    const shown = examples.join('\n')
    const names = [...Object.keys(library), ...Object.keys(testing)]
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))).toEqual([])
  })
})
