import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gitRepositories } from '../../../src/io/git/repositories.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { tlsServer } from '../../support/tls-server.ts'

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim()

/** A bare repository with two commits and a tag at the first. */
function published(): { readonly folder: string; readonly first: string; readonly second: string } {
  const folder = tempFolder({ 'work/api/knowledge.yaml': 'one\n', 'work/other.md': 'other\n' })
  const work = join(folder, 'work')
  git(work, 'init', '-q', '-b', 'main', '.')
  git(work, 'add', '-A')
  git(work, 'commit', '-qm', 'one')
  git(work, 'tag', 'v1')
  const first = git(work, 'rev-parse', 'HEAD')
  writeFileSync(join(work, 'other.md'), 'changed\n')
  git(work, 'commit', '-qam', 'two')
  git(folder, 'clone', '-q', '--bare', work, 'kcps.git')
  git(join(folder, 'kcps.git'), 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  return { folder, first, second: git(work, 'rev-parse', 'HEAD') }
}

/** What git itself serves. */
const served =
  (folder: string): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://x')
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    })
    request.pipe(child.stdin)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      for (const line of all.subarray(0, end).toString('latin1').split('\r\n')) {
        const [name = '', value = ''] = line.split(/: (.*)/)
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3))
        else response.setHeader(name, value)
      }
      response.end(all.subarray(end + 4))
    })
  }

/** Names resolve to this machine only; git is told which address was checked. */
async function world(
  answer: RequestListener,
  { trusted = true, hosts }: { readonly trusted?: boolean; readonly hosts?: readonly string[] } = {},
) {
  const { port, ca, asked } = await tlsServer(answer)
  const home = tempFolder({
    'ca.pem': ca,
    '.gitconfig': `[url "https://evil.test/"]\n\tinsteadOf = https://platform.test\n`,
  })
  const checked: string[] = []
  const repositories = gitRepositories({
    hosts: hosts ?? [`platform.test:${port}`],
    settings: { allow: [] },
    async addressesOf(url) {
      checked.push(url.host)
      return { ok: true, addresses: ['127.0.0.1'] }
    },
    env: { PATH: process.env['PATH'], HOME: home, ...(trusted ? { GIT_SSL_CAINFO: join(home, 'ca.pem') } : {}) },
  })
  onTestFinished(() => repositories.close())
  return {
    open: (ref?: string) => repositories.open(`https://platform.test:${port}/kcps.git`, ref),
    repositories,
    asked,
    checked,
    port,
  }
}

describe('a repository over HTTPS', () => {
  test('is read at its default branch, a tag or a commit, from the checked address', async () => {
    const { folder, first, second } = published()
    const { open, checked, port, asked } = await world(served(folder))
    for (const [ref, commit, text] of [
      [undefined, second, 'changed\n'],
      ['v1', first, 'other\n'],
      [first, first, 'other\n'],
      ['main', second, 'changed\n'],
    ] as const) {
      const opened = await open(ref)
      if (!opened.ok) throw new Error(opened.detail)
      expect([opened.tree.commit, opened.tree.paths]).toEqual([commit, ['api/knowledge.yaml', 'other.md']])
      expect(Buffer.from((await opened.tree.read(['other.md'])).get('other.md') ?? []).toString()).toBe(text)
    }
    expect([new Set(checked), new Set(asked.map(({ name }) => name))]).toEqual([
      new Set([`platform.test:${port}`]),
      new Set(['platform.test']),
    ])
  })

  test('KCP-014: a file that is the same as at source_commit is not stale, another is', async () => {
    const { folder, first, second } = published()
    const { open } = await world(served(folder))
    const opened = await open()
    if (!opened.ok) throw new Error(opened.detail)
    expect(await opened.tree.changeOf?.('api/knowledge.yaml', first)).toEqual({ commit: first })
    expect(await opened.tree.changeOf?.('other.md', first)).toEqual({ commit: second })
    expect(await opened.tree.changeOf?.('api/knowledge.yaml', 'a'.repeat(40))).toEqual({ commit: second })
  })

  test('leaves nothing behind', async () => {
    const { folder } = published()
    const { open, repositories } = await world(served(folder))
    const opened = await open()
    if (!opened.ok) throw new Error(opened.detail)
    expect((await opened.tree.read(['other.md'])).size).toBe(1)
    repositories.close()
    expect((await opened.tree.read(['other.md'])).size).toBe(0)
  })
})

describe('git is refused or stopped', () => {
  test('before anything is sent, for a host that is not allowed and for other forms of it', async () => {
    const { folder } = published()
    const { open, repositories, asked, checked } = await world(served(folder), {
      hosts: ['platform.test', 'evil.test'],
    })
    expect(await open()).toMatchObject({ ok: false, why: 'refused' })
    for (const url of [
      'https://user:password@platform.test/a.git',
      'https://platform.test.evil.example/a.git',
      'https:\\\\platform.test/a.git',
    ])
      expect(await repositories.open(url)).toMatchObject({ ok: false, why: 'refused' })
    expect([asked, checked]).toEqual([[], []])
  })

  test('at a redirect', async () => {
    const { folder } = published()
    const { open, asked } = await world((request, response) =>
      request.url?.startsWith('/kcps.git')
        ? void response.writeHead(302, { location: `/moved${request.url}` }).end()
        : served(folder)(request, response),
    )
    expect(await open()).toMatchObject({ ok: false, why: 'failed' })
    expect(asked.length).toBe(1)
  })

  test('at a question for a password, without asking anybody', async () => {
    const { open } = await world(
      (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    )
    expect(await open()).toMatchObject({ ok: false, why: 'failed' })
  })

  test('when the time is over, also where a server sends without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open } = await world((_, response) => {
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
      response.write('001e#')
      vi.advanceTimersByTime(60_000)
    })
    expect(await open()).toMatchObject({ ok: false, detail: 'Git took longer than 60 seconds.' })
  })

  test('at a certificate that nobody trusts', async () => {
    const { folder } = published()
    const { open, asked } = await world(served(folder), { trusted: false })
    expect(await open()).toMatchObject({ ok: false, why: 'failed' })
    expect(asked).toEqual([])
  })

  test('and runs no program of a submodule', async () => {
    const { folder } = published()
    const proof = join(folder, 'ran')
    const work = join(folder, 'work')
    mkdirSync(join(work, 'x'), { recursive: true })
    writeFileSync(
      join(work, '.gitmodules'),
      `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${proof}"\n\tupdate = !touch ${proof}\n`,
    )
    git(work, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},x`)
    git(work, 'add', '.gitmodules')
    git(work, 'commit', '-qm', 'three')
    git(join(folder, 'kcps.git'), 'fetch', '-q', work, '+main:main')
    const { open } = await world(served(folder))
    const opened = await open()
    expect([opened.ok && opened.tree.odd, existsSync(proof)]).toEqual([['x'], false])
  })
})
