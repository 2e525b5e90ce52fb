import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRepository, openRevision } from '../../../src/io/git/revision.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

function repository(): string {
  const folder = tempFolder({ 'setup.md': 'one\n', 'other.md': 'two\n' })
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'first')
  return folder
}

/** A program that leaves a trace. */
function trap(): { readonly command: string; readonly trace: string } {
  const trace = join(tempFolder(), 'ran')
  return { command: `touch ${trace}; cat`, trace }
}

test.each(['clean', 'process'])('a %s filter in the settings of a repository is not run', (kind) => {
  const folder = repository()
  const { command, trace } = trap()
  writeFileSync(join(folder, '.git/info/attributes'), '* filter=own\n')
  git(folder, 'config', `filter.own.${kind}`, command)
  git(folder, 'config', 'filter.own.required', 'true')
  appendFileSync(join(folder, 'setup.md'), 'three\n')
  const opened = openRevision(folder, 'HEAD')
  expect(existsSync(trace)).toBe(false)
  expect(opened.ok && [...opened.revision.changed.keys()]).toEqual([join(folder, 'setup.md')])
})

test('a filter whose name cannot be switched off is not run either', () => {
  const folder = repository()
  const { command, trace } = trap()
  writeFileSync(join(folder, '.git/info/attributes'), '* filter=a=b\n')
  appendFileSync(join(folder, '.git/config'), `[filter "a=b"]\n\tclean = "${command}"\n`)
  appendFileSync(join(folder, 'setup.md'), 'three\n')
  expect(openRevision(folder, 'HEAD')).toEqual({
    ok: false,
    detail: 'The settings of this repository define the filter "filter.a=b.clean". Remove it to compare revisions.',
  })
  expect(existsSync(trace)).toBe(false)
})

test('files of a repository that look like a git folder are no repository', () => {
  const folder = repository()
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  for (const name of ['HEAD', 'config', 'objects', 'refs', 'index'])
    cpSync(join(folder, '.git', name), join(inner, name), { recursive: true })
  expect(isRepository(inner)).toBe(false)
  expect(openRevision(inner, 'HEAD').ok).toBe(false)
})
