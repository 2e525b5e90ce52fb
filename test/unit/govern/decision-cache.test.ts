import { chownSync, cpSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Knowledge } from '../../../src/app/index.ts'
import type { Ports } from '../../../src/model/ports.ts'
import type { Requester } from '../../../src/model/decisions/requester.ts'
import { doorWorld, packAt, type DoorWorld } from '../../support/door-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const setup = { id: 'setup', path: 'docs/setup.md', intent: 'How is a kiosk set up?', sensitivity: 'public' }
const text = '# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n'
const task = 'How is a kiosk set up: plug, mains, green light?'
const staff: Requester = { clearance: 'internal' }

interface Open {
  readonly world: DoorWorld
  readonly knowledge: Knowledge
  /** Grants all, whatever is edited, and reads until that is kept. */
  follow(): Promise<void>
  /** Moves the clock on. */
  pass(milliseconds: number): void
  /** Reads as a server does: a new view for each request. */
  read(requester?: Requester): Promise<string>
  /** How often everything was decided anew meanwhile: each time asks once what is switched off. */
  asked(work: () => Promise<unknown>): Promise<number>
}

/** A clock that is far from all changes of the disk, so that what it shows counts. */
async function opened(
  units: readonly object[],
  more: Readonly<Record<string, string>> = {},
  rootOf = (cwd: string): string => cwd,
): Promise<Open> {
  const world = doorWorld({
    ...(units.length > 0 && {
      'knowledge.yaml': manifestText({}, ...units.map((unit) => unitWith(unit as typeof setup))),
      'docs/setup.md': text,
    }),
    ...more,
  })
  let ahead = 0
  let rounds = 0
  const folderStamp = world.ports.files.folderStamp
  const ports: Ports = {
    ...world.ports,
    clock: { now: () => new Date(Date.now() + ahead) },
    switches: {
      ...world.ports.switches,
      disabled() {
        rounds += 1
        return world.ports.switches.disabled()
      },
    },
    files: {
      ...world.ports.files,
      // A folder that was changed a moment ago has no stamp; here it has one all the same.
      folderStamp(folder) {
        const { ino, uid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
        return folderStamp?.(folder) ?? JSON.stringify([ino, uid, world.ports.files.list(folder)])
      },
    },
  }
  const knowledge = await world.open({ ports, roots: [rootOf(world.cwd)] })
  const read = async (requester: Requester = staff): Promise<string> =>
    (await knowledge.forRequester(requester, { client: 'key:bot' }).forModel().read({ task })).fenced
  const open: Open = {
    world,
    knowledge,
    pass: (milliseconds) => void (ahead += milliseconds),
    read,
    async follow() {
      const grant = ports.grants.find(world.cwd)
      if (grant) ports.grants.save({ ...grant, follow: true })
      await settle()
    },
    async asked(work) {
      const before = rounds
      await work()
      return rounds - before
    },
  }
  const settle = async (): Promise<void> => {
    await read()
    open.pass(2000)
    await read()
  }
  await settle()
  return open
}

describe('decisions are kept', () => {
  test('for whoever has the same facts: the gates are not asked again', async () => {
    const { read, asked } = await opened([setup])
    expect(await asked(() => read())).toBe(0)
    expect(await asked(() => read({ clearance: 'public' }))).toBeGreaterThan(0)
    expect(await read()).toContain('green light')
  })

  test('for a date that a person asks for, apart from those of now', async () => {
    const limited = { ...setup, validated: '2026-01-01', freshness_policy: { max_age_days: 30, on_stale: 'block' } }
    const { knowledge, asked, pass } = await opened([limited])
    const readAt = async (decidedAt: string): Promise<string> =>
      (await knowledge.forRequester(staff, { client: 'key:bot', decidedAt }).read({ task })).fenced
    const [fresh, stale] = ['2026-01-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
    expect(await readAt(fresh)).toContain('green light')
    pass(2000)
    await readAt(fresh)
    expect(await asked(() => readAt(fresh))).toBe(0)
    expect(await readAt(stale)).not.toContain('green light')
    expect(await readAt(fresh)).toContain('green light')
  })

  test('while the time makes no difference: until the next day where freshness is limited', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const limited = { ...setup, validated: today, freshness_policy: { max_age_days: 30, on_stale: 'block' } }
    const { read, asked, pass } = await opened([limited])
    pass(1)
    expect(await asked(() => read())).toBe(0)
    expect(await read()).toContain('green light')
    pass(40 * 86_400_000)
    expect(await read()).not.toContain('green light')
  })
})

describe('nothing kept is used when what it depends on has changed', () => {
  test('a revoked grant', async () => {
    const { world, read } = await opened([setup])
    expect(await read()).toContain('green light')
    world.ports.grants.remove(world.cwd)
    expect(await read()).not.toContain('green light')
    world.grant()
    expect(await read()).toContain('green light')
  })

  test.skipIf(process.getuid?.() !== 0)('a followed folder that has a new owner', async () => {
    const { world, read, pass } = await opened([], packAt('mains', { description: 'How a kiosk is set up.' }, text))
    const folder = join(world.cwd, '.agents/knowledge/mains')
    const grant = world.ports.grants.find(folder)
    if (grant) world.ports.grants.save({ ...grant, follow: true })
    for (const _time of ['seen', 'settled', 'kept']) {
      expect(await read()).toContain('green light')
      pass(2000)
    }
    chownSync(folder, 4242, 4242)
    expect(await read()).not.toContain('green light')
  })

  test('a root that now leads to a folder that nobody granted', async () => {
    const link = join(tempFolder(), 'root')
    const { world, read } = await opened(
      [],
      packAt('mains', { description: 'How a kiosk is set up.' }, text),
      (cwd) => {
        symlinkSync(cwd, link)
        return link
      },
    )
    expect(await read()).toContain('green light')
    const copy = tempFolder()
    cpSync(world.cwd, copy, { recursive: true })
    rmSync(link)
    symlinkSync(copy, link)
    expect(await read()).not.toContain('green light')
  })

  test('an entry that was disabled', async () => {
    const { world, read } = await opened([setup])
    world.ports.switches.set('unit:harbor/setup', false)
    expect(await read()).not.toContain('green light')
    world.ports.switches.set('unit:harbor/setup', true)
    expect(await read()).toContain('green light')
  })

  test('the end of a window', async () => {
    const until = new Date(Date.now() + 60_000).toISOString()
    const { read, pass } = await opened([{ ...setup, temporal: { valid_until: until } }])
    expect(await read()).toContain('green light')
    pass(60_000)
    expect(await read()).not.toContain('green light')
  })

  test('an approval, and its end after 24 hours', async () => {
    const { world, read, pass } = await opened([{ ...setup, delegation: { human_in_the_loop: { required: true } } }])
    expect(await read()).not.toContain('green light')
    const { reasons } = await (await world.open()).explain('unit:harbor/setup')
    const at = new Date()
    for (const { code } of reasons.filter(({ verdict }) => verdict === 'ask'))
      world.ports.approvals.save({
        ref: 'unit:harbor/setup',
        path: world.cwd,
        code,
        given: 'terminal',
        at: at.toISOString(),
        until: new Date(at.getTime() + 86_400_000).toISOString(),
      })
    expect(await read()).toContain('green light')
    pass(86_400_000)
    expect(await read()).not.toContain('green light')
  })

  test('KCP-159: the last request that a limit allows, and room for another after a minute', async () => {
    const { read, pass } = await opened([{ ...setup, rate_limits: { default: { requests_per_minute: 3 } } }])
    expect(await read()).toContain('green light')
    expect(await read()).not.toContain('green light')
    pass(61_000)
    expect(await read()).toContain('green light')
  })

  test('a link that now leads to a file that another unit restricts', async () => {
    const secret = { ...setup, id: 'salaries', path: 'docs/salaries.md', sensitivity: 'restricted' }
    const linked = { ...setup, id: 'linked', path: 'docs/linked.md' }
    const world = { 'docs/salaries.md': '# Plug\n\nPlug: UNSEEN salaries of the mains.\n', 'docs/linked.md': text }
    const {
      world: { cwd },
      read,
      follow,
    } = await opened([setup, secret, linked], world)
    await follow()
    expect(await read()).toContain('green light')
    rmSync(join(cwd, 'docs/linked.md'))
    symlinkSync('salaries.md', join(cwd, 'docs/linked.md'))
    expect(await read()).not.toContain('UNSEEN')
  })

  test('a file that appears in the folder of a unit', async () => {
    const folder = { ...setup, id: 'folder', path: 'guides' }
    const {
      world: { cwd },
      read,
      follow,
    } = await opened([folder], { 'guides/one.md': '# One\n\nNothing here.\n' })
    await follow()
    expect(await read()).not.toContain('green light')
    mkdirSync(join(cwd, 'guides/more'))
    writeFileSync(join(cwd, 'guides/more/two.md'), text)
    expect(await read()).toContain('green light')
  })

  test('a status that a person confirmed through their client', async () => {
    const { knowledge, read } = await opened([{ ...setup, id: 'other', path: 'docs/other.md' }], {
      ...packAt('voice', { status: 'draft', description: 'Set up of a kiosk.' }, text),
      'docs/other.md': '# Other\n',
    })
    expect(await read()).not.toContain('green light')
    const question = knowledge.statusQuestion('pack:voice')
    if (!question) throw new Error('nothing to confirm')
    knowledge.confirmStatus(question)
    expect((await knowledge.guide('pack:voice')).outcome).toBe('given')
    expect(await read()).toContain('green light')
  })
})
