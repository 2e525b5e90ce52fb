import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeBrowser, openPage } from '../support/browser.ts'
import type { DoorWorld } from '../support/door-world.ts'
import { examplesWorld, hostileWorld, largeWorld } from '../support/page-worlds.ts'
import { serveProgram } from '../support/serve-program.ts'

/** Every view, with what it shows once it has loaded on the examples. */
const views = [
  ['#/playground', 'Ask what an agent would ask'],
  ['#/playground?task=How+long+does+a+refund+take%3F', 'Excerpts, in order'],
  ['#/seen', 'No task yet'],
  ['#/seen?task=How+long+does+a+refund+take%3F', 'knowledge_manifest'],
  ['#/seen?task=How+long+does+a+refund+take%3F&as2=clearance%3Dpublic', 'lines differ'],
  ['#/catalog', 'pack:harbor-kiosk'],
  ['#/catalog/pack:harbor-kiosk', 'Guide, as a model reads it'],
  ['#/catalog/manifest:harbor-kiosk', 'Units: 12'],
  ['#/nowhere', 'There is no view'],
] as const

const addressOf = async (world: DoorWorld): Promise<string> => {
  const { url, personToken } = await serveProgram(world)
  return `${url}/?token=${personToken}`
}

/** What axe finds against WCAG 2.2 A and AA. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`))",
  )
  return found as readonly string[]
}

const widthOf = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth')

test('the Chromium of this system is there (CHROMIUM names another)', ({ skip }) => {
  if (process.env['CI'] !== 'true') skip(chromiumPath === undefined, 'no Chromium: the page was not tested')
  expect(chromiumPath).toBeDefined()
})

test('what a browser loads before the graph is under 120 kB compressed', () => {
  const first = readdirSync('dist/page').filter((name) => /^(?:index\.html|page-)/.test(name))
  const bytes = first.map((name) => gzipSync(readFileSync(`dist/page/${name}`)).length)
  expect(first.length).toBe(3)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000)
})

describe.skipIf(chromiumPath === undefined)('the page', () => {
  afterAll(closeBrowser)

  test.each(['light', 'dark'] as const)('every view loads, is clean for axe and quiet: %s', async (colorScheme) => {
    const address = await addressOf(examplesWorld())
    const { page, trouble } = await openPage(address, { colorScheme })
    for (const [hash, text] of views) {
      await page.goto(`${new URL(address).origin}/${hash}`)
      await page.getByText(text).first().waitFor()
      expect([hash, await violations(page)]).toEqual([hash, []])
    }
    expect(trouble).toEqual([])
  })

  test('on a phone no view is wider than the screen', async () => {
    const address = await addressOf(examplesWorld())
    const { page, trouble } = await openPage(address, { viewport: { width: 390, height: 844 } })
    for (const [hash, text] of views) {
      await page.goto(`${new URL(address).origin}/${hash}`)
      await page.getByText(text).first().waitFor()
      expect([hash, await widthOf(page)]).toEqual([hash, 390])
    }
    expect(trouble).toEqual([])
  })

  test('by keyboard alone: a task is asked, a view opened, the list of shortcuts closed', async () => {
    const { page, trouble } = await openPage(await addressOf(examplesWorld()))
    await page.getByText('Ask what an agent would ask').waitFor()
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent.trim()')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('How long does a refund take?')
    await page.getByText('Excerpts, in order').waitFor()
    expect(page.url()).toContain('#/playground?task=How+long+does+a+refund+take%3F')
    // From the task over "Sign out" to the theme, where digits choose, and on to the button before it.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('3')
    await page.getByRole('heading', { name: 'Catalog' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('voice')
    await page.getByText('1 of 5 entries').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(trouble).toEqual([])
  })

  test('somebody else at another date gets what is decided for them', async () => {
    const address = await addressOf(examplesWorld())
    const { page } = await openPage(`${address}#/playground?task=Who+gets+a+refund%3F`)
    await page.getByText('Excerpts, in order').waitFor()
    await page.getByLabel('Clearance').selectOption('public')
    await page.getByText('clearance=public').first().waitFor()
    expect(new URL(page.url()).hash).toContain('as=')
    await page.getByLabel('any part of the path').fill('refund')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('button', { name: 'docs/policies/refunds.md' }).click()
    await page.getByText('Its sensitivity "internal" is above the clearance "public".').first().waitFor()
    await page.getByRole('button', { name: 'Back to yourself, today' }).click()
    await page.getByText('clearance=internal').first().waitFor()
    await page.getByLabel('Role').pressSequentially('contractor')
    // Chosen before the typed role counts; both do.
    await page.getByLabel('Clearance').selectOption('public')
    await page
      .getByText(/clearance=public.*role=contractor/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Back to yourself, today' }).click()
    await page.getByText('clearance=internal').first().waitFor()
    await page.getByRole('button', { name: 'In its document' }).first().click()
    await page.locator('.document mark').first().waitFor()
  })

  test('without a credential it asks for a key, and a wrong one opens nothing', async () => {
    const { url, personToken } = await serveProgram(examplesWorld())
    const { page } = await openPage(`${url}/#/catalog`)
    await page.getByRole('heading', { name: 'A credential is needed' }).waitFor()
    await page.getByRole('textbox', { name: 'Key' }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A credential is needed' }).waitFor()
    await page.getByRole('textbox', { name: 'Key' }).fill(personToken)
    await page.keyboard.press('Enter')
    await page.getByText('pack:harbor-kiosk').first().waitFor()
  })

  test('the address of a server that ended says what to do, and keeps no token in the address', async () => {
    const { url } = await serveProgram(examplesWorld())
    const { page } = await openPage(`${url}/?token=of-yesterday#/catalog`)
    await page.getByRole('alert').getByText('The token in the address is not accepted').waitFor()
    expect(page.url()).toBe(`${url}/#/catalog`)
  })

  test('whoever is signed in has no secret in the address, and stays signed in in another tab', async () => {
    const address = await addressOf(examplesWorld())
    const { page } = await openPage(`${address}#/catalog`)
    await page.getByText('pack:harbor-kiosk').first().waitFor()
    expect(page.url()).toBe(`${new URL(address).origin}/#/catalog`)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByText('pack:harbor-kiosk').first().waitFor()
    // Signed in once more over there, the first tab goes on.
    await tab.goto(address)
    await tab.getByText('Ask what an agent would ask').waitFor()
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByText('unit:harbor-kiosk/refund-policy').first().waitFor()
  })

  test('an address of somebody else does not end a session, and the button does', async () => {
    const address = await addressOf(examplesWorld())
    const { origin } = new URL(address)
    const { page } = await openPage(`${address}#/catalog`)
    await page.getByText('pack:harbor-kiosk').first().waitFor()
    await page.goto(`${origin}/?page=junk#/catalog`)
    await page.getByText('pack:harbor-kiosk').first().waitFor()
    expect(page.url()).toBe(`${origin}/#/catalog`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('A credential is needed').waitFor()
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    await page.reload()
    await page.getByText('A credential is needed').waitFor()
  })

  test('text of a hostile pack is text, and nothing else', async () => {
    const address = await addressOf(hostileWorld())
    const { page, trouble } = await openPage(address, { viewport: { width: 390, height: 844 } })
    for (const [hash, text] of [
      ['#/playground?task=How+long+does+the+battery+last%3F', 'nine hours <script>window.hacked'],
      ['#/seen?task=How+long+does+the+battery+last%3F', 'onerror='],
      ['#/catalog', 'onerror='],
      ['#/catalog/pack:hostile', 'javascript:window.hacked'],
    ] as const) {
      await page.goto(`${address}${hash}`)
      await page.getByText(text).first().waitFor()
      expect([hash, await widthOf(page)]).toEqual([hash, 390])
      expect(
        await page.evaluate("[window.hacked, document.querySelectorAll('main :is(script, img, base, style)').length]"),
      ).toEqual([undefined, 0])
    }
    await page.goto(`${address}#/playground?task=battery+thin`)
    await page.locator('.hidden-character', { hasText: 'U+202E' }).first().waitFor()
    expect(trouble).toEqual([])
  })

  test('with 500 packs and 10,000 units the catalog is listed, found in and asked', async () => {
    const served = await serveProgram(largeWorld())
    const address = `${served.url}/?token=${served.personToken}`
    const { page, trouble } = await openPage(`${address}#/catalog`)
    page.setDefaultTimeout(90_000)
    await page.getByText('501 entries').waitFor()
    await page.getByRole('searchbox').fill('pack-499')
    await page.getByText('1 of 501 entries').waitFor()
    await page.goto(`${address}#/catalog/manifest:test-project`.replace('test-project', await manifestName(page)))
    await page.getByText('Units: 10000').waitFor()
    await page.getByRole('searchbox').fill('unit-9999')
    await page.getByText('Units: 1 of 10000').waitFor()
    await page.goto(`${address}#/playground?task=How+long+does+the+battery+of+device+42+last%3F`)
    await page.getByText('lasts 42 hours').first().waitFor()
    const ask = async (device: number): Promise<void> => {
      await page.getByLabel('Task').fill(`How long does the battery of device ${device} last?`)
      await page.getByText(`lasts ${device} hours`).first().waitFor({ timeout: 60_000 })
    }
    await ask(77)
    // Indexed once, an answer takes no minutes: by CPU time, because other work slows the clock.
    const before = cpuSecondsOf(served.child.pid)
    await ask(78)
    expect(cpuSecondsOf(served.child.pid) - before).toBeLessThan(1)
    expect(trouble).toEqual([])
  }, 300_000)
})

test('npm start ends by itself where nobody looks, with an address that has the task', () => {
  const env = { ...process.env, CI: 'true' }
  const said = execFileSync(process.execPath, ['scripts/demo.mjs'], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(said).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}#\/playground\?task=How\+long/)
})

/** Of a process, all its threads together. */
function cpuSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const manifestName = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(
      "fetch('/v1/entries', { headers: { 'x-lorefence-page': localStorage.getItem('lorefence.page') } }).then((r) => r.json()).then(({ entries }) => entries.find(({ kind }) => kind === 'manifest').name)",
    ),
  )
