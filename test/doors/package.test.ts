import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../src/version.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('AK-340: the packed package installed in an empty folder runs without anything else', () => {
  const folder = tempFolder({ 'package.json': '{"private": true}' })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }]
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: folder,
    stdio: 'ignore',
  })
  const command = join(folder, 'node_modules', '.bin', 'lorefence')
  expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  expect(execFileSync(command, ['--help'], { encoding: 'utf8' })).toContain('lorefence <verb>')
  const imported = execFileSync(
    'node',
    [
      '--input-type=module',
      '-e',
      'import { validateText } from "lorefence"; console.log(validateText("", { file: "knowledge.yaml" }).parsed)',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(imported).toBe('false\n')
}, 60_000)
