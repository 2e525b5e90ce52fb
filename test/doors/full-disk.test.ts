import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const cli = resolve('dist/cli.js')
const task = 'How long does the battery last?'
const pack =
  '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n'

/** A granted pack, and what else is told; `shell` runs a script with `$CLI`, `$STATE` and `$NODE` at hand. */
function workspace(more: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({
    ...more,
    'kiosk/KNOWLEDGE.md': pack,
    'kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
  })
  const own = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const state = join(own, 'state')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: own,
    XDG_CONFIG_HOME: join(own, 'config'),
    LOREFENCE_STATE: state,
    STATE: state,
    CLI: cli,
    NODE: process.execPath,
  }
  const shell = (script: string, wrapper: readonly string[] = []) => {
    const [command = 'bash', ...args] = [...wrapper, 'bash', '-c', script]
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  expect(shell('"$NODE" "$CLI" trust . --yes').status).toBe(0)
  const kept = (): readonly string[] =>
    existsSync(join(state, 'receipts'))
      ? readdirSync(join(state, 'receipts'))
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => readFileSync(join(state, 'receipts', name), 'utf8'))
      : []
  return { state, env, shell, kept }
}

const read = `"$NODE" "$CLI" read "${task}"`
const ownMounts = ['unshare', '-rm']
const mayMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt'], { encoding: 'utf8' }).status === 0

describe('what cannot be recorded is not handed out', () => {
  test.runIf(mayMount)(
    'a full disk: a clear refusal, nothing shown, nothing half-written; once there is room, it goes on',
    () => {
      const { shell } = workspace()
      const { status, stdout, stderr } = shell(
        `cp -a "$STATE" "$STATE.kept"; mount -t tmpfs -o size=128k,mode=700 tmpfs "$STATE"; cp -a "$STATE.kept/." "$STATE"
       ${read} > /dev/null 2>&1 || exit 90
       cp "$STATE"/receipts/*.jsonl "$STATE.kept/before"
       head -c 1000000 /dev/zero > "$STATE/ballast" 2> /dev/null
       ${read}; code=$?
       cat "$STATE"/receipts/*.jsonl | cmp - "$STATE.kept/before" || exit 91
       rm "$STATE/ballast"; ${read} > /dev/null 2>&1 || exit 92
       "$NODE" "$CLI" receipts verify >&2 || exit 93
       exit $code`,
        ownMounts,
      )
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(
        /lorefence: the receipt cannot be stored in .*: the disk is full\. What cannot be recorded is not released\. Fix that/,
      )
      expect(stderr).toContain('ok: 2 receipts in 2 segments.')
    },
  )

  test.runIf(mayMount)('on a small disk no index is kept, so that it is left to the receipts', () => {
    const { shell } = workspace({
      'kiosk/compiled/log.md': `# Log\n\n${Array.from({ length: 3000 }, (_, i) => `Battery ${i} of kiosk ${i * 7} lasted ${i % 13} hours in week ${i % 53}.`).join('\n\n')}\n`,
    })
    const reads = `cp -a "$STATE" "$STATE.kept"; mount -t tmpfs -o size=8m,mode=700 tmpfs "$STATE"; cp -a "$STATE.kept/." "$STATE"; ${read} > /dev/null && ${read} > /dev/null && ls "$STATE/cache" && "$NODE" "$CLI" receipts verify`
    const { status, stdout } = shell(reads, ownMounts)
    expect([status, stdout]).toEqual([0, 'ok: 2 receipts in 2 segments.\n'])
    // On a disk with room the same pack is worth keeping an index of.
    expect(shell(`${read} > /dev/null; ls "$STATE/cache"`).stdout).not.toBe('')
  })

  test.runIf(mayMount)('a read-only state folder', () => {
    const { shell, kept } = workspace()
    const { status, stdout, stderr } = shell(
      `${read} > /dev/null 2>&1; mount --bind "$STATE" "$STATE"; mount -o remount,bind,ro "$STATE"; ${read}`,
      ownMounts,
    )
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('the disk is read-only. What cannot be recorded is not released.')
    expect(kept()).toHaveLength(1)
  })

  test.runIf(mayMount)('a read-only state folder that never held a receipt', () => {
    const { shell, kept } = workspace()
    const { status, stdout, stderr } = shell(
      `mount --bind "$STATE" "$STATE"; mount -o remount,bind,ro "$STATE"; ${read}`,
      ownMounts,
    )
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('the disk is read-only. What cannot be recorded is not released.')
    expect(kept()).toEqual([])
  })

  test('a file that may not grow: the line that did not fit is taken back whole', () => {
    const { shell, kept } = workspace()
    // Blocks of 1024 bytes; a receipt with its head is longer than one.
    const { status, stdout, stderr } = shell(`trap '' XFSZ; ulimit -f 1; ${read}`)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('the file size limit is reached. What cannot be recorded is not released.')
    expect(kept().join('')).toBe('')
  })

  test("records: memory, the operator's choice, gives the text with a warning and keeps nothing", () => {
    const { shell, env, kept } = workspace()
    mkdirSync(join(env.XDG_CONFIG_HOME, 'lorefence'), { recursive: true })
    writeFileSync(join(env.XDG_CONFIG_HOME, 'lorefence', 'lorefence.yaml'), 'records: memory\n')
    const { status, stdout, stderr } = shell(read)
    expect([status, stdout.includes('nine hours')]).toEqual([0, true])
    expect(stderr).toContain('warning: Receipts are kept in memory')
    expect(kept()).toEqual([])
  })
})
