import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { lorefence } from '../support/lorefence-program.ts'
import { describePostgres, freshDatabase } from '../support/postgres.ts'
import { serveProgram, writeConfig, type ServingProgram } from '../support/serve-program.ts'
import { tempFolder } from '../support/temp-folder.ts'

const root = '/.lorefence-store/harbor'
const facts = '.agents/knowledge/kiosk/compiled/facts.md'
const hours = /nine hours|ten hours|eleven hours/

interface StoredDoor {
  readonly world: DoorWorld
  readonly servers: readonly ServingProgram[]
  readonly key: string
  push(): Promise<string>
}

/** A pushed and granted workspace, and two servers that see nothing of its folder. */
async function storedDoor(): Promise<StoredDoor> {
  const [world, url] = [doorWorld(), await freshDatabase()]
  writeConfig(world, `grants: unattended\nstore: "${url}"\n`)
  const push = (): Promise<string> => lorefence(world, 'push', '.', '--store', url, '--workspace', 'harbor')
  await push()
  await lorefence(world, 'trust', root, '--yes')
  const key = (await lorefence(world, 'key', 'add', 'bot', '--as', 'clearance=internal', '--yes')).trim()
  const elsewhere = { ...world, cwd: tempFolder() }
  const start = (): Promise<ServingProgram> => serveProgram(elsewhere, ['--store', url, '--workspace', 'harbor'])
  return { world, servers: await Promise.all([start(), start()]), key, push }
}

interface Answer {
  readonly status: number
  readonly text: string
}

async function read({ url }: ServingProgram, key: string): Promise<Answer> {
  const response = await fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ task: 'How long does the battery last?' }),
  })
  return { status: response.status, text: await response.text() }
}

const lasts = (hour: string): string => `# Facts\n\n## Battery\n\nThe battery lasts ${hour} hours.\n`

describePostgres('lorefence serve --workspace', () => {
  it('serves what was pushed and granted, without a checkout', async () => {
    const { servers, key } = await storedDoor()
    for (const server of servers) {
      const { status, text } = await read(server, key)
      expect([status, text.includes('nine hours')]).toEqual([200, true])
      const headers = { authorization: `Bearer ${key}` }
      const setup = await fetch(`${server.url}/v1/activate?name=unit:harbor/setup`, { headers })
      expect(await setup.text()).toContain('green light')
      const payroll = await fetch(`${server.url}/v1/activate?name=unit:harbor/payroll`, { headers })
      expect([payroll.status, (await payroll.text()).includes('UNSEEN')]).toEqual([404, false])
    }
  })

  it('a new version is seen by every server before its next read, and only once a person granted it', async () => {
    const { world, servers, key, push } = await storedDoor()
    for (const hour of ['ten', 'eleven']) {
      writeFileSync(join(world.cwd, facts), lasts(hour))
      expect(await push()).toContain('1 changed')
      for (const server of servers) expect((await read(server, key)).text).not.toMatch(hours)
      await lorefence(world, 'trust', root, '--yes')
      for (const server of servers) expect((await read(server, key)).text).toContain(`${hour} hours`)
    }
  })

  it('a revoked grant holds before the next read on every server', async () => {
    const { world, servers, key } = await storedDoor()
    await lorefence(world, 'trust', '--remove', `${root}/.agents/knowledge/kiosk`)
    for (const server of servers) expect((await read(server, key)).text).not.toMatch(hours)
    await lorefence(world, 'trust', `${root}/.agents/knowledge/kiosk`, '--yes')
    for (const server of servers) expect((await read(server, key)).text).toContain('nine hours')
  })

  it('pushes and revocations under load: every answer is whole, of one granted version, and nothing fails', async () => {
    const { world, servers, key, push } = await storedDoor()
    const answers: Answer[] = []
    const load = new AbortController()
    onTestFinished(() => load.abort())
    const clients = Array.from({ length: 4 }, async (_, i) => {
      const server = servers[i % servers.length] as ServingProgram
      while (!load.signal.aborted) answers.push(await read(server, key))
    })
    for (const hour of ['ten', 'eleven']) {
      writeFileSync(join(world.cwd, facts), lasts(hour))
      await push()
      for (const server of servers) expect((await read(server, key)).text).not.toMatch(hours)
      await lorefence(world, 'trust', root, '--yes')
      for (const server of servers) expect((await read(server, key)).text).toContain(`${hour} hours`)
      await lorefence(world, 'trust', '--remove', `${root}/.agents/knowledge/kiosk`)
      for (const server of servers) expect((await read(server, key)).text).not.toMatch(hours)
      await lorefence(world, 'trust', root, '--yes')
    }
    load.abort()
    await Promise.all(clients)
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
    const kinds = new Set(answers.map(({ text }) => [...text.matchAll(new RegExp(hours, 'g'))].join()))
    for (const kind of kinds) expect(['', 'nine hours', 'ten hours', 'eleven hours']).toContain(kind)
    expect(await lorefence(world, 'receipts', 'verify')).toMatch(/^ok: /)
  }, 240_000)
})
