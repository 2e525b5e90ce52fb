import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { createSigningKey } from '../../../src/io/signing-key.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tgz } from '../../support/make-archive.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const task = 'How long does the battery last?'
const facts = '# Battery\n\nThe battery lasts nine hours.\n'
const pack = (version = '1.0.0'): Readonly<Record<string, string>> => ({
  'KNOWLEDGE.md': packText({ name: 'kiosk', version }),
  'compiled/facts.md': facts,
  'wiki/index.md': '# Index\n',
})
const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
  tgz(...Object.entries(files).map(([name, content]) => ({ name: `kiosk/${name}`, content })))

/** A workspace and a folder of sources beside it, with a user of its own. */
function place(sources: Readonly<Record<string, string | Uint8Array>> = {}, config = '') {
  const base = tempFolder({
    'ws/README.md': '',
    ...Object.fromEntries(Object.entries(sources).map(([path, content]) => [`sources/${path}`, content])),
  })
  const home = tempFolder({
    'config/lorefence/lorefence.yaml': `grants: unattended\n${config.replaceAll('BASE', base)}`,
  })
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    LOREFENCE_STATE: join(home, 'state'),
  }
  const ws = join(base, 'ws')
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd: ws, env })
    const code = await main(argv, terminal)
    return { code, out: terminal.stdout, err: terminal.stderr }
  }
  const json = async (...argv: readonly string[]) => JSON.parse((await run(...argv, '--json')).out) as Report
  const installed = (path: string): string => join(ws, '.agents/knowledge', path)
  return { base, ws, home, run, json, installed, text: (path: string) => readFileSync(installed(path), 'utf8') }
}

interface Report {
  readonly ok: boolean
  readonly entries: readonly {
    readonly name: string
    readonly outcome?: string
    readonly state?: string
    readonly commit?: string
    readonly kept?: readonly string[]
    readonly missing?: readonly string[]
    readonly unfollowed?: boolean
  }[]
  readonly refused: readonly { readonly subject: string; readonly code: string; readonly message: string }[]
}

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim()

/** A repository with one commit of these files. */
function repository(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  git(folder, 'init', '-q', '-b', 'main', '.')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'one')
  return git(folder, 'rev-parse', 'HEAD')
}

describe('AK-343, AK-349: a pack that was uploaded as an archive', () => {
  test('is installed, not granted, and read after it was', async () => {
    const { run, ws } = place({ 'kiosk.tgz': archive(pack()) })
    expect((await run('add', '../sources/kiosk.tgz')).code).toBe(0)
    expect(await run('read', task)).toMatchObject({ out: '', err: expect.stringContaining('not granted') })
    expect((await run('trust', '.', '--yes')).code).toBe(0)
    expect(await run('read', task)).toMatchObject({ code: 0, out: expect.stringContaining('nine hours') })
    expect(readdirSync(join(ws, '.agents/knowledge'))).toEqual(['kiosk'])
  })

  test('AK-343: a folder and a repository are the same sources, with the same bytes', async () => {
    const { run, ws, base } = place({ 'kiosk.tgz': archive(pack()), ...prefixed('folder/', pack()) })
    repository(join(base, 'sources/repo'), prefixed('packs/kiosk/', pack()))
    const states: unknown[] = []
    for (const source of [
      '../sources/kiosk.tgz',
      '../sources/folder',
      'git+../sources/repo',
      'git+../sources/repo//packs/kiosk@main',
    ]) {
      expect(await run('add', source)).toMatchObject({ code: 0 })
      const lock = JSON.parse(readFileSync(join(ws, 'lorefence.lock'), 'utf8')) as {
        entries: readonly { files: object }[]
      }
      states.push(lock.entries.map(({ files }) => files))
      expect((await run('remove', 'kiosk')).code).toBe(0)
      expect(existsSync(join(ws, '.agents/knowledge/kiosk'))).toBe(false)
    }
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1)
  })
})

const prefixed = (start: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [start + path, content]))

describe('only files whose digest stands in the lock are touched', () => {
  test('an update replaces, adds and removes its own files, and keeps what was edited or added', async () => {
    const { run, json, installed, text, base } = place(prefixed('kiosk/', pack()), 'install: { folders: [BASE] }\n')
    await run('add', '../sources/kiosk')
    writeFileSync(installed('kiosk/wiki/index.md'), 'mine\n')
    writeFileSync(installed('kiosk/notes.md'), 'mine too\n')
    for (const [path, content] of Object.entries({
      ...pack('1.1.0'),
      'wiki/index.md': 'new\n',
      'notes.md': 'new\n',
      'new.md': 'new\n',
    }))
      writeFileSync(join(base, 'sources/kiosk', path), content)
    rmSync(join(base, 'sources/kiosk/compiled'), { recursive: true })
    expect((await json('update')).entries).toMatchObject([{ outcome: 'updated', kept: ['notes.md', 'wiki/index.md'] }])
    expect([text('kiosk/wiki/index.md'), text('kiosk/notes.md'), text('kiosk/new.md')]).toEqual([
      'mine\n',
      'mine too\n',
      'new\n',
    ])
    expect([existsSync(installed('kiosk/compiled')), text('kiosk/KNOWLEDGE.md').includes('1.1.0')]).toEqual([
      false,
      true,
    ])
    expect((await json('list')).entries).toMatchObject([{ name: 'kiosk', state: 'edited' }])
    expect((await json('remove', 'kiosk')).entries).toMatchObject([
      { outcome: 'removed', kept: ['notes.md', 'wiki/index.md'] },
    ])
    expect(readdirSync(installed('kiosk'), { recursive: true }).sort()).toEqual(['notes.md', 'wiki', 'wiki/index.md'])
  })

  test('a folder that was not installed is left alone', async () => {
    const { run, text, installed } = place(prefixed('kiosk/', pack()))
    mkdirSync(installed('kiosk'), { recursive: true })
    writeFileSync(installed('kiosk/notes.md'), 'mine\n')
    expect(await run('add', '../sources/kiosk')).toMatchObject({ code: 1, err: expect.stringContaining('RUN735') })
    expect([text('kiosk/notes.md'), readdirSync(installed('kiosk'))]).toEqual(['mine\n', ['notes.md']])
  })

  test('an entry of another source is not replaced', async () => {
    const { run, text } = place({ ...prefixed('kiosk/', pack()), ...prefixed('other/', pack('9.0.0')) })
    await run('add', '../sources/kiosk')
    expect(await run('add', '../sources/other')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is installed from'),
    })
    expect(text('kiosk/KNOWLEDGE.md')).toContain('1.0.0')
  })

  test.each([
    ['a name that leaves the folder', { name: '../../../src' }],
    ['a path that leaves the folder', { files: { '../../../README.md': `sha256:${'0'.repeat(64)}` } }],
    ['an absolute path', { files: { '/etc/passwd': `sha256:${'0'.repeat(64)}` } }],
    ['a hidden file', { files: { '.git/config': `sha256:${'0'.repeat(64)}` } }],
    ['a digest that is none', { files: { 'a.md': 'sha256:*' } }],
    ['no source', { source: 7 }],
  ])('a lock with %s is not used at all', async (_title, fields) => {
    const { run, ws } = place()
    const entry = { name: 'kiosk', format: 'pack', source: './x', files: {}, ...fields }
    writeFileSync(join(ws, 'lorefence.lock'), JSON.stringify({ lockVersion: 1, entries: [entry] }))
    for (const argv of [['remove', 'kiosk'], ['update'], ['add', '--frozen'], ['list'], ['add', '../sources']])
      expect([argv, await run(...argv)]).toMatchObject([argv, { code: 1, err: expect.stringContaining('RUN734') }])
    expect(readFileSync(join(ws, 'README.md'), 'utf8')).toBe('')
  })

  test('a lock and a catalog of a repository cannot copy files of this machine into it', async () => {
    const { run, ws, base } = place({
      'private/knowledge.yaml': manifestText({}, unitWith({ path: 'diary.md' })),
      'private/diary.md': 'secret',
    })
    const entry = { name: 'diary', format: 'manifest', files: { 'diary.md': `sha256:${'0'.repeat(64)}` } }
    const local = { ...entry, source: '../sources/private', path: 'knowledge.yaml' }
    for (const locked of [
      local,
      { ...local, source: `${base}/sources/private` },
      { ...entry, source: '../sources/private/knowledge.yaml' },
    ]) {
      writeFileSync(join(ws, 'lorefence.lock'), JSON.stringify({ lockVersion: 1, entries: [locked] }))
      expect(await run('update')).toMatchObject({ code: 3, err: expect.stringContaining('RUN730') })
      expect(await run('add', '--frozen')).toMatchObject({ code: 3 })
    }
    symlinkSync(join(base, 'sources/private'), join(ws, 'linked'))
    mkdirSync(join(ws, '.kcp'))
    for (const source of ['../linked/knowledge.yaml', `${base}/sources/private/knowledge.yaml`]) {
      writeFileSync(
        join(ws, '.kcp/catalog.yaml'),
        JSON.stringify({ catalog_version: '0.1', entries: [{ name: 'diary', source }] }),
      )
      rmSync(join(ws, 'lorefence.lock'), { force: true })
      expect(await run('add')).toMatchObject({ code: 3, err: expect.stringContaining('RUN730') })
    }
    expect(existsSync(join(ws, '.agents'))).toBe(false)
  })
})

test('what looks like a repository in a checkout cannot bring the files of another one', async () => {
  const { run, ws, base } = place()
  const secret = join(base, 'sources/private')
  mkdirSync(secret, { recursive: true })
  const commit = repository(secret, prefixed('kiosk/', pack()))
  const entry = { name: 'kiosk', format: 'pack', source: 'git+./bare', path: 'kiosk/KNOWLEDGE.md', files: {} }
  const store = join(secret, '.git')
  const ways: readonly ((bare: string) => void)[] = [
    (bare) => writeFileSync(join(bare, 'commondir'), store),
    (bare) => {
      mkdirSync(join(bare, 'objects/info'))
      writeFileSync(join(bare, 'objects/info/alternates'), join(store, 'objects'))
    },
    (bare) => {
      rmSync(join(bare, 'objects'), { recursive: true })
      symlinkSync(join(store, 'objects'), join(bare, 'objects'))
    },
    (bare) => symlinkSync(join(store, 'objects', commit.slice(0, 2)), join(bare, 'objects', commit.slice(0, 2))),
    (bare) => symlinkSync(store, join(bare, '.git')),
  ]
  for (const lead of ways) {
    const bare = join(ws, 'bare')
    rmSync(bare, { recursive: true, force: true })
    mkdirSync(join(bare, 'objects'), { recursive: true })
    mkdirSync(join(bare, 'refs'))
    writeFileSync(join(bare, 'HEAD'), `${commit}\n`)
    lead(bare)
    writeFileSync(join(ws, 'lorefence.lock'), JSON.stringify({ lockVersion: 1, entries: [entry] }))
    expect(await run('update')).toMatchObject({ code: 3, err: expect.stringContaining('RUN730') })
  }
  expect(existsSync(join(ws, '.agents'))).toBe(false)
})

test('a repository of the workspace that is whole may be named by a lock', async () => {
  const { json, run, ws } = place()
  const repo = join(ws, 'vendored')
  mkdirSync(repo)
  repository(repo, prefixed('kiosk/', pack()))
  await json('add', 'git+./vendored')
  expect(await run('update')).toMatchObject({ code: 0 })
})

describe('installing grants nothing', () => {
  test('an update under a grant that follows edits ends it', async () => {
    const { run, json, base } = place(prefixed('kiosk/', pack()), 'install: { folders: [BASE] }\n')
    await run('add', '../sources/kiosk')
    expect((await run('trust', '.', '--follow', '--yes')).code).toBe(0)
    expect((await run('read', task)).out).toContain('nine hours')
    writeFileSync(
      join(base, 'sources/kiosk/compiled/facts.md'),
      '# Battery\n\nThe battery lasts as long as the attacker says.\n',
    )
    expect((await json('update')).entries).toMatchObject([{ outcome: 'updated', unfollowed: true }])
    expect((await run('read', task)).out).toBe('')
  })

  test('an update under a pinned grant leaves the new bytes ungranted', async () => {
    const { run, base } = place(prefixed('kiosk/', pack()), 'install: { folders: [BASE] }\n')
    await run('add', '../sources/kiosk')
    await run('trust', '.', '--yes')
    writeFileSync(
      join(base, 'sources/kiosk/compiled/facts.md'),
      '# Battery\n\nThe battery lasts as long as the attacker says.\n',
    )
    await run('update')
    expect((await run('read', task)).out).not.toContain('attacker')
  })

  test('what is removed and installed anew needs a new grant', async () => {
    const { run } = place(prefixed('kiosk/', pack()))
    await run('add', '../sources/kiosk')
    await run('trust', '.', '--yes')
    await run('remove', 'kiosk')
    await run('add', '../sources/kiosk')
    expect((await run('read', task)).out).toBe('')
  })

  test('AK-349: a pack whose signature does not hold is not installed', async () => {
    const { run, base, home, installed } = place(prefixed('kiosk/', pack()))
    createSigningKey(join(home, 'key.pem'))
    const source = join(base, 'sources/kiosk')
    expect((await run('sign', source, '--key', join(home, 'key.pem'))).code).toBe(0)
    writeFileSync(join(source, 'compiled/facts.md'), 'changed')
    expect(await run('add', '../sources/kiosk')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not the one that was signed'),
    })
    writeFileSync(join(source, 'compiled/facts.md'), facts)
    writeFileSync(join(source, 'KNOWLEDGE.md'), packText({ name: 'kiosk', version: '6.6.6' }))
    expect(await run('add', '../sources/kiosk')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not hold'),
    })
    expect(existsSync(installed('kiosk'))).toBe(false)
    writeFileSync(join(source, 'KNOWLEDGE.md'), packText({ name: 'kiosk', version: '1.0.0' }))
    expect(await run('add', '../sources/kiosk')).toMatchObject({ code: 0 })
  })
})

test('a manifest whose signature does not hold is not installed, wherever the signature lies', async () => {
  const { run, base, home } = place({ 'api/knowledge.yaml': manifestText(), 'api/setup.md': '# Setup\n' })
  createSigningKey(join(home, 'key.pem'))
  const source = join(base, 'sources/api')
  expect((await run('sign', source, '--key', join(home, 'key.pem'))).code).toBe(0)
  const signature = readFileSync(join(source, 'knowledge.yaml.sig'))
  expect(await run('add', '../sources/api')).toMatchObject({ code: 0 })
  writeFileSync(join(source, 'knowledge.yaml'), manifestText({ project: 'forged' }))
  expect(await run('add', '../sources/api')).toMatchObject({ code: 1, err: expect.stringContaining('does not hold') })
  rmSync(join(source, 'knowledge.yaml.sig'))
  writeFileSync(join(source, 'knowledge.yaml'), manifestText({ project: 'forged', signing: { signature: 'my.sig' } }))
  writeFileSync(join(source, 'my.sig'), signature)
  expect(await run('add', '../sources/api')).toMatchObject({ code: 1, err: expect.stringContaining('does not hold') })
})

test('an entry of a lock that does not state its entry file is not installed', async () => {
  const { json, ws } = place()
  const entry = { name: 'kiosk', format: 'pack', source: 'https://a.example/kiosk.tgz', files: {} }
  writeFileSync(join(ws, 'lorefence.lock'), JSON.stringify({ lockVersion: 1, entries: [entry] }))
  expect((await json('list')).entries).toMatchObject([{ state: 'incomplete', missing: ['KNOWLEDGE.md'] }])
})

test('KL-057: a composed manifest is installed with what it includes, and locked as one', async () => {
  const { json, text } = place(
    {
      'hub/knowledge.yaml': JSON.stringify({
        kcp_version: '0.32',
        project: 'hub',
        version: '1.0.0',
        composition: { includes: [{ source: 'parts/team.yaml' }] },
        units: [unitWith({ id: 'one', path: 'one.md' })],
      }),
      'hub/one.md': '# One\n',
      'hub/other.md': '# Other\n',
      'hub/parts/team.yaml': manifestText({ project: 'team' }, unitWith({ id: 'two', path: 'docs/two.md' })),
      'hub/parts/docs/two.md': '# Two\n',
    },
    'install: { folders: [BASE] }\n',
  )
  expect((await json('add', '../sources/hub')).entries).toMatchObject([
    { name: 'hub', outcome: 'installed', missing: [] },
  ])
  const { entries } = JSON.parse(text('../../lorefence.lock')) as { entries: { files: Record<string, string> }[] }
  expect(Object.keys(entries[0]?.files ?? {})).toEqual([
    'knowledge.yaml',
    'one.md',
    'parts/docs/two.md',
    'parts/team.yaml',
  ])
})

describe('git', () => {
  test('a second machine gets the same bytes from the same commit, although the branch has moved', async () => {
    const { json, ws, base, text } = place({}, 'install: { folders: [BASE] }\n')
    const repo = join(base, 'sources/repo')
    mkdirSync(repo, { recursive: true })
    const commit = repository(repo, prefixed('kiosk/', pack()))
    expect((await json('add', 'git+../sources/repo//kiosk@main')).entries).toMatchObject([
      { outcome: 'installed', commit },
    ])
    writeFileSync(join(repo, 'kiosk/compiled/facts.md'), 'moved')
    git(repo, 'commit', '-qam', 'two')
    rmSync(join(ws, '.agents'), { recursive: true })
    expect((await json('list')).entries).toMatchObject([{ state: 'incomplete' }])
    expect((await json('add', '--frozen')).entries).toMatchObject([{ outcome: 'installed' }])
    expect(text('kiosk/compiled/facts.md')).toBe(facts)
    expect((await json('update')).entries).toMatchObject([{ outcome: 'updated' }])
    expect(text('kiosk/compiled/facts.md')).toBe('moved')
  })

  test('a repository with SHA-256 objects is installed, and the lock can be read again', async () => {
    const { json, base } = place({}, 'install: { folders: [BASE] }\n')
    const repo = join(base, 'sources/repo')
    mkdirSync(repo, { recursive: true })
    git(repo, 'init', '-q', '--object-format=sha256', '.')
    const commit = repository(repo, prefixed('kiosk/', pack()))
    await json('add', 'git+../sources/repo')
    expect((await json('list')).entries).toMatchObject([{ state: 'installed', commit }])
  })

  test('runs nothing that a repository brings: hooks, filters, submodules, lazy fetches, replacements', async () => {
    const { run, base, ws, text } = place()
    const repo = join(base, 'sources/repo')
    const proof = join(base, 'ran')
    mkdirSync(repo, { recursive: true })
    repository(repo, {
      ...prefixed('kiosk/', pack()),
      '.gitattributes': '* filter=evil diff=evil\n',
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${proof}"\n`,
    })
    for (const [key, value] of Object.entries({
      'filter.evil.smudge': `touch ${proof}; cat`,
      'filter.evil.clean': `touch ${proof}; cat`,
      'diff.evil.textconv': `touch ${proof}; cat`,
      'core.fsmonitor': `touch ${proof}`,
      'core.pager': `touch ${proof}`,
      'core.sshCommand': `touch ${proof}`,
      'core.gitProxy': `touch ${proof}`,
      'log.showSignature': 'true',
      'gpg.program': `touch ${proof}`,
      'uploadpack.packObjectsHook': `touch ${proof}`,
      'credential.helper': `!touch ${proof}`,
      'remote.origin.url': `ext::sh -c "touch ${proof}"`,
      'remote.origin.promisor': 'true',
      'extensions.partialClone': 'origin',
    }))
      git(repo, 'config', key, value)
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-auto-gc'])
      writeFileSync(join(repo, '.git/hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 })
    rmSync(proof, { force: true })
    expect(await run('add', 'git+../sources/repo//kiosk')).toMatchObject({ code: 0 })
    expect([text('kiosk/compiled/facts.md'), existsSync(proof), existsSync(join(ws, 'x'))]).toEqual([
      facts,
      false,
      false,
    ])
  })

  test('a link or a submodule in a pack refuses it, elsewhere it does not matter', async () => {
    const { run, base } = place()
    const repo = join(base, 'sources/repo')
    mkdirSync(join(repo, 'bad'), { recursive: true })
    symlinkSync('/etc/passwd', join(repo, 'bad/link.md'))
    repository(repo, { ...prefixed('kiosk/', pack()), 'bad/KNOWLEDGE.md': packText({ name: 'bad' }) })
    expect(await run('add', 'git+../sources/repo//kiosk')).toMatchObject({ code: 0 })
    expect(await run('add', 'git+../sources/repo//bad')).toMatchObject({
      code: 3,
      err: expect.stringContaining('RUN731'),
    })
  })

  test('a tree with a name that leaves is refused whole', async () => {
    const { run, base } = place()
    const repo = join(base, 'sources/repo')
    mkdirSync(repo, { recursive: true })
    repository(repo, prefixed('kiosk/', pack()))
    const blob = git(repo, 'rev-parse', 'HEAD:kiosk/KNOWLEDGE.md')
    const inner = writeTree(repo, [['100644', 'x', blob]])
    for (const name of ['..', '.', 'a\\b', 'a\u001bb']) {
      const tree = writeTree(repo, [
        ['40000', name, inner],
        ['100644', 'KNOWLEDGE.md', blob],
      ])
      git(repo, 'update-ref', 'refs/heads/evil', git(repo, 'commit-tree', tree, '-m', 'evil'))
      expect([name, await run('add', 'git+../sources/repo@evil')]).toMatchObject([
        name,
        { code: 3, err: expect.stringContaining('RUN731') },
      ])
    }
  })

  test('trees that contain each other are refused before they fill the memory', async () => {
    const { run, base } = place()
    const repo = join(base, 'sources/repo')
    mkdirSync(repo, { recursive: true })
    repository(repo, prefixed('kiosk/', pack()))
    const blob = git(repo, 'rev-parse', 'HEAD:kiosk/KNOWLEDGE.md')
    const letters = 'abcdefghij'.split('')
    let tree = writeTree(
      repo,
      letters.map((name) => ['100644', name, blob]),
    )
    for (let depth = 0; depth < 9; depth++)
      tree = writeTree(
        repo,
        letters.map((name) => ['40000', name, tree]),
      )
    git(repo, 'update-ref', 'refs/heads/bomb', git(repo, 'commit-tree', tree, '-m', 'bomb'))
    expect(await run('add', 'git+../sources/repo@bomb')).toMatchObject({
      code: 3,
      err: expect.stringContaining('more than the limit'),
    })
  })

  test.each([
    ['an option', 'git+../sources/repo@--upload-pack=x'],
    ['a search', 'git+../sources/repo@:/one'],
    ['a range', 'git+../sources/repo@main..main'],
    ['a reflog', 'git+../sources/repo@main@{1}'],
    ['a transport that runs a program', 'git+ext::sh -c id'],
    ['ssh', 'git+ssh://git@example.com/a.git'],
    ['a file URL', 'git+file:///tmp/x'],
    ['plain http', 'git+http://example.com/a.git'],
    ['the git protocol', 'git+git://example.com/a.git'],
  ])('%s is no source', async (_title, source) => {
    const { run, base } = place()
    const repo = join(base, 'sources/repo')
    mkdirSync(repo, { recursive: true })
    repository(repo, prefixed('kiosk/', pack()))
    expect(await run('add', source)).toMatchObject({ code: 3, err: expect.stringContaining('RUN730') })
  })

  test('an https address needs a host that the user allows, and public addresses', async () => {
    const { run } = place({}, 'install: { git: ["127.0.0.1:8443", "169.254.169.254"] }\n')
    expect(await run('add', 'git+https://git.example.com/a.git')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Git may not fetch from "git.example.com"'),
    })
    expect(await run('add', 'git+https://127.0.0.1/a.git')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Git may not fetch'),
    })
    expect(await run('add', 'git+https://127.0.0.1:8443/a.git')).toMatchObject({
      code: 3,
      err: expect.stringContaining('is not public'),
    })
    expect(await run('add', 'git+https://169.254.169.254/a.git')).toMatchObject({
      code: 3,
      err: expect.stringContaining('is not public'),
    })
  })
})

/** A tree object as it is written, whatever its names are. */
function writeTree(repo: string, entries: readonly (readonly [string, string, string])[]): string {
  const content = Buffer.concat(
    [...entries]
      .sort(([, a], [, b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .flatMap(([mode, name, object]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(object, 'hex')]),
  )
  return execFileSync('git', ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], {
    cwd: repo,
    input: content,
    encoding: 'utf8',
  }).trim()
}

describe('what a person writes', () => {
  test('a short name that is also a path here is asked about', async () => {
    const { run, ws } = place()
    mkdirSync(join(ws, 'harbor/knowledge'), { recursive: true })
    expect(await run('add', 'harbor/knowledge')).toMatchObject({
      code: 3,
      err: expect.stringContaining('"./harbor/knowledge" or "github:harbor/knowledge"'),
    })
  })

  test('a source without knowledge, a missing one and one that depends on it', async () => {
    const { run, ws } = place({ 'empty/README.md': '' })
    expect(await run('add', '../sources/empty')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no pack and no manifest'),
    })
    expect(await run('add', '../sources/nowhere')).toMatchObject({ code: 2 })
    expect(await run('add')).toMatchObject({ code: 2, err: expect.stringContaining('no catalog here') })
    const entry = (name: string, dependsOn: readonly string[]) => ({
      name,
      format: 'manifest',
      source: './x',
      catalog: { dependsOn },
      files: {},
    })
    writeFileSync(
      join(ws, 'lorefence.lock'),
      JSON.stringify({ lockVersion: 1, entries: [entry('a', ['b']), entry('b', [])] }),
    )
    expect(await run('remove', 'b')).toMatchObject({ code: 2, err: expect.stringContaining('"a" depends on "b"') })
    expect(await run('remove', 'b', 'a')).toMatchObject({ code: 0 })
  })

  test('--user installs for all workspaces', async () => {
    const { run, home, ws } = place(prefixed('kiosk/', pack()))
    expect(await run('add', '../sources/kiosk', '--user')).toMatchObject({ code: 0 })
    expect([
      existsSync(join(home, '.agents/knowledge/kiosk/KNOWLEDGE.md')),
      existsSync(join(home, '.agents/lorefence.lock')),
      readdirSync(ws),
    ]).toEqual([true, true, ['README.md']])
    expect((await run('catalog')).out).toContain('kiosk')
  })
})
