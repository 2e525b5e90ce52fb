import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitHistories } from '../../../src/io/git/histories.ts'
import { commit, git, repository } from '../../support/git-repository.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a history counts the commits of each file and knows the last one', () => {
  const folder = repository({ 'a.md': 'one\n', 'docs/b.md': 'one\n' }, '2026-01-01')
  commit(folder, { 'a.md': 'two\n' }, '2026-02-01')
  const history = gitHistories.of(join(folder, 'docs'))
  expect(history?.root).toBe(folder)
  expect(history?.isWhole).toBe(true)
  expect([...(history?.files ?? [])].map(([path, { commits, date }]) => [path, commits, date])).toEqual([
    ['a.md', 2, '2026-02-01'],
    ['docs/b.md', 1, '2026-01-01'],
  ])
  expect(new TextDecoder().decode(history?.before('a.md'))).toBe('one\n')
  expect(history?.before('docs/b.md')).toBeUndefined()
})

test('changed, removed and new files are uncommitted; ignored ones are not', () => {
  const folder = repository({ 'a.md': 'one\n', 'b.md': 'one\n', '.gitignore': 'secret.md\n' })
  writeFileSync(join(folder, 'a.md'), 'two\n')
  writeFileSync(join(folder, 'new.md'), 'new\n')
  writeFileSync(join(folder, 'secret.md'), 'secret\n')
  expect([...(gitHistories.of(folder)?.uncommitted ?? [])].sort()).toEqual(['a.md', 'new.md'])
})

test('names with line breaks and escape sequences, and names like commits, are names', () => {
  const folder = repository({ 'a.md': 'one\n' }, '2026-01-01')
  const first = git(folder, ['rev-parse', 'HEAD']).trim()
  const odd = 'commit deadbeef\n2020-01-01\u001b[31m.md'
  commit(folder, { [odd]: 'one\n', [first]: 'one\n', 'z.md': 'one\n' }, '2026-02-01')
  const history = gitHistories.of(folder)
  expect(history?.files.get(odd)).toMatchObject({ commits: 1, date: '2026-02-01' })
  expect(history?.files.get('z.md')).toMatchObject({ commits: 1, date: '2026-02-01' })
})

test('a folder outside of any repository, and a repository without a commit, have no history', () => {
  const folder = tempFolder({ 'a.md': 'one\n' })
  expect(gitHistories.of(folder)).toBeUndefined()
  git(folder, ['init', '-q'])
  expect(gitHistories.of(folder)).toBeUndefined()
  expect(gitHistories.of(join(folder, 'gone'))).toBeUndefined()
})

describe('a hostile repository', () => {
  /** A program that leaves a trace. */
  function trapped(): { readonly folder: string; readonly trace: string } {
    const folder = repository({ 'a.md': 'one\n' })
    const trace = join(tempFolder(), 'ran')
    const program = join(tempFolder({}), 'trap.sh')
    writeFileSync(program, `#!/bin/sh\ntouch ${trace}\ncat\n`, { mode: 0o755 })
    writeFileSync(join(folder, '.git/info/attributes'), '* filter=own diff=own\n')
    for (const [name, value] of [
      ['filter.own.clean', program],
      ['filter.own.required', 'true'],
      ['diff.own.command', program],
      ['diff.own.textconv', program],
      ['diff.external', program],
      ['core.fsmonitor', program],
      ['core.pager', program],
      ['core.hooksPath', join(program, '..')],
      ['log.showSignature', 'true'],
      ['gpg.program', program],
    ] as const)
      git(folder, ['config', name, value])
    writeFileSync(join(folder, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 })
    return { folder, trace }
  }

  test('starts no program of its own, in its work tree or in another one', () => {
    const { folder, trace } = trapped()
    const other = join(tempFolder(), 'other')
    git(folder, [
      '-c',
      'core.fsmonitor=false',
      '-c',
      'filter.own.clean=',
      '-c',
      'filter.own.required=false',
      'worktree',
      'add',
      '-q',
      other,
      '-b',
      'feature',
    ])
    appendFileSync(join(folder, 'a.md'), 'two\n')
    appendFileSync(join(other, 'a.md'), 'two\n')
    const before = existsSync(trace)
    expect([...(gitHistories.of(folder)?.uncommitted ?? [])]).toEqual(['a.md'])
    expect(gitHistories.otherWork(folder)).toEqual([
      { kind: 'work-tree', name: 'feature', path: other, uncommitted: ['a.md'], unmerged: [] },
    ])
    expect([before, existsSync(trace)]).toEqual([false, false])
  })

  test('cannot name another folder as its work tree', () => {
    const folder = repository({ 'a.md': 'one\n' })
    const foreign = tempFolder({ 'private.md': 'private\n' })
    git(folder, ['config', 'core.worktree', foreign])
    const history = gitHistories.of(folder)
    expect(history?.root).toBe(folder)
    expect([...(history?.uncommitted ?? [])]).toEqual([])
  })

  test('cannot list the work tree of another repository as its own', () => {
    const folder = repository({ 'a.md': 'one\n' })
    const foreign = repository({ 'a.md': 'other\n' })
    writeFileSync(join(foreign, 'a.md'), 'changed\n')
    const entry = join(folder, '.git/worktrees/foreign')
    mkdirSync(entry, { recursive: true })
    writeFileSync(join(entry, 'gitdir'), `${foreign}/.git\n`)
    writeFileSync(join(entry, 'commondir'), '../..\n')
    writeFileSync(join(entry, 'HEAD'), `${git(folder, ['rev-parse', 'HEAD']).trim()}\n`)
    expect(gitHistories.otherWork(folder)).toEqual([])
  })
})

test('other work is that of other work trees and of branches that are not merged', () => {
  const folder = repository({ 'a.md': 'one\n', 'b.md': 'one\n' })
  git(folder, ['checkout', '-qb', 'merged'])
  git(folder, ['checkout', '-qb', 'feature/b'])
  commit(folder, { 'b.md': 'two\n' })
  git(folder, ['checkout', '-q', 'main'])
  expect(gitHistories.otherWork(folder)).toEqual([
    { kind: 'branch', name: 'feature/b', uncommitted: [], unmerged: ['b.md'] },
  ])
})

test('variables that git sets for its hooks do not lead to another repository', () => {
  const folder = repository({ 'a.md': 'one\n' })
  const other = repository({ 'b.md': 'one\n' })
  const before = process.env['GIT_DIR']
  process.env['GIT_DIR'] = join(other, '.git')
  try {
    expect([...(gitHistories.of(folder)?.files.keys() ?? [])]).toEqual(['a.md'])
  } finally {
    if (before === undefined) delete process.env['GIT_DIR']
    else process.env['GIT_DIR'] = before
  }
})
