import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const setup = '# Setup\n\nPlug the kiosk into the wall.\n'
const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

function world(files: Readonly<Record<string, string>> = {}) {
  const home = tempFolder()
  const keys = tempFolder()
  const cwd = tempFolder({
    'knowledge.yaml': manifestText(
      {},
      unitWith({ sensitivity: 'public', content_hash: { algorithm: 'sha256', value: '00' } }),
    ),
    'setup.md': setup,
    ...files,
  })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (argv: readonly string[], stdin: string | Uint8Array = '') => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true], stdin })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  const configure = (text: string): void => {
    mkdirSync(join(home, 'config/lorefence'), { recursive: true })
    writeFileSync(join(home, 'config/lorefence/lorefence.yaml'), text)
  }
  const text = (path: string): string => readFileSync(join(cwd, path), 'utf8')
  return { cwd, home, run, configure, text, key: join(keys, 'key.pem') }
}

const trusting = (lines: string): string => `trusted_keys:\n${lines.replaceAll(/^/gm, '  ').trimEnd()}\n`

describe('lorefence sign', () => {
  test('creates a key that only its owner can read, and prints the public one', async () => {
    const { run, key } = world()
    const { code, out, err } = await run(['sign', '--new-key', key])
    expect([code, statSync(key).mode & 0o777]).toEqual([0, 0o600])
    const secret = readFileSync(key, 'utf8').split('\n')[1] ?? ''
    expect(out).toMatch(/^- key_id: "ed25519-[0-9a-f]{16}"\n {2}algorithm: Ed25519\n {2}public_key: \S{44}\n$/)
    expect(out + err).not.toContain(secret)
    const again = await run(['sign', '--new-key', key])
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('a key is never replaced')])
  })

  test('KL-054: refreshes the declared hashes, then signs; verify and a read of the same bytes agree', async () => {
    const { run, key, configure, text } = world()
    configure(trusting((await run(['sign', '--new-key', key])).out))
    expect((await run(['verify'])).code).toBe(1)
    const { code, out, err } = await run(['sign', '.', '--key', key])
    expect([code, err]).toEqual([0, 'content_hash refreshed: setup\n'])
    expect(out).toMatch(/^signed .*knowledge\.yaml as ed25519-\w{16}: knowledge\.yaml\.sig\n$/)
    expect(text('knowledge.yaml')).toContain(`"${hex(setup)}"`)
    expect(Object.keys(JSON.parse(text('knowledge.yaml.sig')) as object)).toEqual([
      'key_id',
      'algorithm',
      'public_key',
      'signature',
    ])
    expect(await run(['verify'])).toMatchObject({ code: 0, out: expect.stringMatching(/^known +knowledge\.yaml/) })
    expect(await run(['verify', '--origin', 'github.com/acme/docs'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^trusted /),
    })
  })

  test('KL-054: an edited file is reported by verify, and signed again', async () => {
    const { run, key, cwd } = world()
    await run(['sign', '--new-key', key])
    await run(['sign', '.', '--key', key])
    writeFileSync(join(cwd, 'setup.md'), `${setup}More.\n`)
    const { code, out } = await run(['verify', '--json'])
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { kind: 'verify', ok: false, entries: [{ tier: 'known', differing: ['setup'] }] },
    ])
    await run(['sign', '.', '--key', key])
    expect((await run(['verify'])).code).toBe(0)
  })

  test('of a pack every file', async () => {
    const { run, key, cwd } = world({
      'packs/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }),
      'packs/kiosk/compiled/facts.md': setup,
    })
    await run(['sign', '--new-key', key])
    expect(await run(['sign', 'packs/kiosk', '--key', key])).toMatchObject({
      code: 0,
      err: 'The signature covers 2 files.\n',
    })
    expect((await run(['verify', 'packs/kiosk'])).code).toBe(0)
    writeFileSync(join(cwd, 'packs/kiosk/compiled/new.md'), 'New.\n')
    writeFileSync(join(cwd, 'packs/kiosk/compiled/facts.md'), 'Other.\n')
    const { code, out } = await run(['verify', 'packs/kiosk', '--json'])
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { entries: [{ differing: ['compiled/facts.md'], uncovered: ['compiled/new.md'] }] },
    ])
  })

  test('a second signer is added; after an edit the first one has to sign again', async () => {
    const { run, key, text, cwd } = world()
    const second = `${key}.2`
    for (const file of [key, second]) {
      await run(['sign', '--new-key', file])
      await run(['sign', '.', '--key', file])
    }
    const signatures = (): readonly unknown[] =>
      (JSON.parse(text('knowledge.yaml.sig')) as { signatures?: readonly unknown[] }).signatures ?? []
    expect(signatures()).toHaveLength(2)
    await run(['sign', '.', '--key', second])
    expect(signatures()).toHaveLength(2)
    writeFileSync(join(cwd, 'setup.md'), 'Other.\n')
    expect((await run(['sign', '.', '--key', second])).err).toContain('1 signature of others removed')
  })

  test('stdin to stdout, and back', async () => {
    const { run, key, cwd } = world()
    await run(['sign', '--new-key', key])
    const { code, out } = await run(['sign', '-', '--key', key], 'any bytes\r\n')
    writeFileSync(join(cwd, 'any.sig'), out)
    expect(code).toBe(0)
    expect((await run(['verify', '-', '--signature', 'any.sig'], 'any bytes\r\n')).code).toBe(0)
    expect((await run(['verify', '-', '--signature', 'any.sig'], 'any bytes\n')).code).toBe(1)
  })

  test('a byte order mark and the ends of lines stay', async () => {
    const { run, key, cwd, text } = world()
    const written = `\ufeff${text('knowledge.yaml').replaceAll('\n', '\r\n')}`
    writeFileSync(join(cwd, 'knowledge.yaml'), written)
    await run(['sign', '--new-key', key])
    expect((await run(['sign', '.', '--key', key])).code).toBe(0)
    expect(text('knowledge.yaml')).toBe(written.replace('"00"', `"${hex(setup)}"`))
    expect((await run(['verify'])).code).toBe(0)
  })
})

describe('a private key is refused', () => {
  const pem = (type: 'ed25519' | 'x25519'): string =>
    generateKeyPairSync(type as 'ed25519')
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString()

  test.each<[string, (own: ReturnType<typeof world>) => void, string]>([
    ['that others can read', ({ key }) => (writeFileSync(key, pem('ed25519')), chmodSync(key, 0o644)), 'by others'],
    [
      'that is a link',
      ({ key }) => (writeFileSync(`${key}.x`, pem('ed25519'), { mode: 0o600 }), symlinkSync(`${key}.x`, key)),
      'is a link',
    ],
    ['that is a FIFO', ({ key }) => void execFileSync('mkfifo', ['-m', '600', key]), 'not a file with a private key'],
    ['of another kind', ({ key }) => writeFileSync(key, pem('x25519'), { mode: 0o600 }), 'not an Ed25519 key'],
    ['that is none', ({ key }) => writeFileSync(key, 'TOP-SECRET', { mode: 0o600 }), 'not an unencrypted private key'],
    ['that is missing', () => undefined, 'does not exist'],
  ])('%s', async (_, set, message) => {
    const own = world()
    set(own)
    const { code, out, err } = await own.run(['sign', '.', '--key', own.key])
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    expect(err).not.toContain('TOP-SECRET')
  })

  test('in a repository, or in the folder that is signed', async () => {
    const { run, cwd } = world()
    writeFileSync(join(cwd, 'key.pem'), pem('ed25519'), { mode: 0o600 })
    expect((await run(['sign', '.', '--key', 'key.pem'])).err).toContain('inside the folder that is signed')
    mkdirSync(join(cwd, '.git'))
    expect((await run(['sign', '.', '--key', 'key.pem'])).err).toContain('inside the repository')
    expect((await run(['sign', '--new-key', 'other.pem'])).err).toContain('inside the repository')
  })
})

describe('the keys that are trusted', () => {
  test('are those of the user, never of a workspace', async () => {
    const { run, key, cwd } = world()
    const lines = trusting((await run(['sign', '--new-key', key])).out)
    writeFileSync(join(cwd, 'lorefence.yaml'), lines)
    await run(['sign', '.', '--key', key])
    const { out } = await run(['verify', '--json', '--origin', 'example.com'])
    expect((JSON.parse(out) as { entries: object[] }).entries).toMatchObject([{ tier: 'known', signers: [] }])
    expect((await run(['catalog'])).err).toContain('"trusted_keys" has no effect in a workspace')
  })

  test('KL-043: also of ~/.kcp/trusted-keys.yaml, and one that is broken stops everything', async () => {
    const { run, key, home } = world()
    const lines = (await run(['sign', '--new-key', key])).out.replaceAll(/^/gm, '  ').trimEnd()
    mkdirSync(join(home, '.kcp'))
    writeFileSync(join(home, '.kcp/trusted-keys.yaml'), `keys:\n${lines}\n    scope: { domains: [github.com/acme] }\n`)
    await run(['sign', '.', '--key', key])
    const verify = ['verify', '--origin', 'https://github.com/acme/docs']
    expect((await run(verify)).out).toMatch(/^trusted /)
    writeFileSync(join(home, '.kcp/trusted-keys.yaml'), 'keys: none\n')
    expect(await run(verify)).toMatchObject({
      code: 2,
      err: expect.stringContaining('trusted-keys.yaml:1:7 is invalid'),
    })
  })

  test('KL-045: what a signature refuses leaves stdout empty and does not exit 0', async () => {
    const { run, key, cwd, text } = world()
    await run(['sign', '--new-key', key])
    await run(['sign', '.', '--key', key])
    writeFileSync(join(cwd, 'knowledge.yaml'), `${text('knowledge.yaml')}\n`)
    expect((await run(['trust', '.', '--pin'])).err).toContain('its signature does not hold')
    const { code, out } = await run(['read', 'Where is the kiosk plugged in?'])
    expect([code, out]).toEqual([1, ''])
    expect((await run(['read', 'Where is the kiosk plugged in?', '--pack', 'setup'])).code).toBe(3)
  })

  test('a workspace may require signatures and hashes, which only tightens', async () => {
    const { run, cwd } = world({ 'lorefence.yaml': 'require_signatures: true\n' })
    await run(['trust', '.', '--pin'])
    expect((await run(['explain', 'unit:harbor/setup'])).out).toContain('deny   signature ')
    writeFileSync(join(cwd, 'lorefence.yaml'), 'require_unit_hashes: true\n')
    writeFileSync(join(cwd, 'knowledge.yaml'), manifestText())
    expect((await run(['explain', 'unit:harbor/setup'])).out).toContain('deny   integrity ')
  })
})

test('KL-054: validate recomputes the declared hashes, of files and of folders', async () => {
  const { run, cwd, key } = world({ 'docs/a.md': 'A.\n', 'docs/deep/b.md': 'B.\n' })
  const hash = { content_hash: { algorithm: 'sha256', value: '00' } }
  writeFileSync(
    join(cwd, 'knowledge.yaml'),
    manifestText({}, unitWith(hash), unitWith({ ...hash, id: 'all', path: 'docs', intent: 'What is all of it?' })),
  )
  const codes = async (): Promise<number> => (await run(['validate', '.'])).out.split('KCP624').length - 1
  expect(await codes()).toBeGreaterThanOrEqual(2)
  await run(['sign', '--new-key', key])
  await run(['sign', '.', '--key', key])
  expect(await codes()).toBe(0)
  writeFileSync(join(cwd, 'docs/deep/b.md'), 'C.\n')
  expect(await codes()).toBeGreaterThanOrEqual(1)
})
