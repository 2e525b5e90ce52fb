import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { newToken, sha256Of } from '../../src/io/secrets.ts'
import { keyStore } from '../../src/io/stores/entry-stores.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { chromiumPath, closeBrowser, launched, openPage, type OpenedPage } from '../support/browser.ts'
import { doorWorld, packAt, type DoorWorld } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { examplesWorld } from '../support/page-worlds.ts'
import { serveProgram } from '../support/serve-program.ts'

/** A key as `lorefence key add` stores it. */
function keyFor({ env }: DoorWorld, name: string, requester: Requester, operator?: true): string {
  const token = `lf_${newToken()}`
  keyStore(`${env['LOREFENCE_STATE']}`).save({
    name,
    tokenSha256: sha256Of(token),
    requester: { authenticated: true, ...requester },
    created: '2026-05-04T10:00:00.000Z',
    ...(operator ? { operator } : {}),
  })
  return token
}

interface Visit {
  readonly world?: DoorWorld
  readonly requester?: Requester
  readonly isOperator?: boolean
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
}

/** A person with a key, at a view. */
async function visit(
  hash: string,
  {
    world = reviewWorld(),
    requester = { clearance: 'restricted' },
    isOperator = true,
    colorScheme = 'light',
    width = 1280,
  }: Visit = {},
): Promise<OpenedPage & { readonly url: string; readonly token: string }> {
  const token = keyFor(world, 'mira', requester, isOperator ? true : undefined)
  const { url } = await serveProgram(world)
  const opened = await openPage(`${url}/?token=${token}${hash}`, { colorScheme, viewport: { width, height: 860 } })
  return { ...opened, url, token }
}

/** The driver of a screen that is emulated reports its speed. */
const quiet = (trouble: readonly string[]): readonly string[] =>
  trouble.filter((line) => !/GL Driver Message/.test(line))

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`))",
  )
  return found as readonly string[]
}

const attack = '<img src=x onerror="window.hacked = 1">'

/** Something of every kind for a person to look at; the text of packs and manifests is hostile. */
function reviewWorld(): DoorWorld {
  return doorWorld({
    ...packAt('kiosk', { description: `Battery facts ${attack}` }, '# Kiosk\n\nThe battery lasts nine hours.\n'),
    ...packAt('voice', { status: 'draft', description: 'How the desk speaks.' }, '# Voice\n\nSpeak calmly.\n'),
    ...packAt('old', { status: 'stale', description: 'Prices.' }, '# Old\n\nA kiosk cost 900 euros.\n'),
    ...packAt('stranger', { description: 'Words.' }, '# Stranger\n\nTricks.\n'),
    'knowledge.yaml': manifestText(
      { relationships: [{ from: 'setup', to: 'board', type: 'enables' }] },
      unitWith({ id: 'setup', path: 'setup.md', sensitivity: 'public', depends_on: ['nowhere', attack] }),
      unitWith({ id: 'board', path: 'board.md', intent: `What ${attack}?`, sensitivity: 'internal' }),
      unitWith({ id: attack, path: 'alone.md', intent: 'What stands alone?', sensitivity: 'public' }),
    ),
    'setup.md': '# Setup\n\nPlug the kiosk into the mains.\n',
    'board.md': '# Board\n\nThe board decided to rent kiosks.\n',
    'alone.md': '# Alone\n\nIt stands alone.\n',
  })
}

const read = (url: string, token: string, task: string): Promise<Response> =>
  fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ task }),
  })

const views = [
  ['#/graph', 'Choose a node in the picture'],
  ['#/graph/unit:harbor%2Fboard?colour=sensitivity', 'Choose none'],
  ['#/decisions', 'pack:voice'],
  ['#/decisions?as=clearance%3Dpublic&to=clearance%3Dinternal', '1 changes with that fact'],
  ['#/receipts', '1 receipt, newest first'],
  ['#/quality', 'Asked and not answered'],
  ['#/review', 'needs approval'],
] as const

describe.skipIf(chromiumPath === undefined)('views of people', () => {
  afterAll(closeBrowser)

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('load, are clean for axe, quiet and not wider than the screen: %s, %i', async (colorScheme, width) => {
    const { page, trouble, url, token } = await visit('', { colorScheme, width })
    await read(url, token, 'How long does the battery last?')
    for (const [hash, text] of views) {
      await page.goto(`${url}/${hash}`)
      await page.getByText(text).first().waitFor()
      expect([hash, await violations(page)]).toEqual([hash, []])
      expect([hash, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([hash, width])
      expect(await page.evaluate("[window.hacked, document.querySelectorAll('main :is(script, img)').length]")).toEqual(
        [undefined, 0],
      )
    }
    expect(quiet(trouble)).toEqual([])
  })

  test('decisions: another requester, one more fact, and what flips', async () => {
    const { page, trouble } = await visit('#/decisions')
    await page.getByText('unit:harbor/board').waitFor()
    await page.getByRole('combobox', { name: 'Clearance', exact: true }).selectOption('public')
    await page.getByText('Its sensitivity "internal" is above the clearance "public".').waitFor()
    await page.getByRole('combobox', { name: 'to', exact: true }).selectOption('internal')
    await page.getByRole('link', { name: '1 changes with that fact' }).click()
    await page.getByText('unit:harbor/setup').waitFor({ state: 'detached' })
    expect(await page.locator('.matrix tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^unit:harbor\/board\s+deny\s+→\s+allow/) as string,
    ])
    await page.reload()
    await page.getByText('Show all').waitFor()
    expect(quiet(trouble)).toEqual([])
  })

  test('an agent sees what is decided for it, and no way to ask for others', async () => {
    const { page } = await visit('#/decisions', { requester: {}, isOperator: false })
    await page.getByText('unit:harbor/setup').waitFor()
    expect(await page.getByText('unit:harbor/board').count()).toBe(0)
    expect(await page.getByRole('combobox', { name: 'Clearance', exact: true }).count()).toBe(0)
    await page.goto(page.url().replace('decisions', 'review'))
    await page.getByText('This is for people').waitFor()
  })

  test('a person sees what is denied, and by which gate', async () => {
    const { page, trouble } = await visit('#/decisions?verdict=deny', { requester: {} })
    const row = page.getByRole('row', { name: /unit:harbor\/board/ })
    await row.getByText('is above the clearance "public"').waitFor()
    await page.setViewportSize({ width: 390, height: 860 })
    await row.getByText('is above the clearance "public"').waitFor()
    expect(await page.getByRole('columnheader', { name: 'sensitivity' }).count()).toBe(1)
    expect(quiet(trouble)).toEqual([])
  })

  test('a list of receipts says which answers would differ now', async () => {
    const world = reviewWorld()
    const knowledge = await world.open()
    await knowledge.read({ task: 'How long does the battery last?' })
    await knowledge.read({ task: 'Where is the kiosk plugged in?' })
    await knowledge.close()
    writeFileSync(join(world.cwd, 'setup.md'), '# Setup\n\nPlug the kiosk into the socket of the pier.\n')
    world.grant()
    const { page, trouble } = await visit('#/receipts', { world })
    await page.getByRole('button', { name: 'Would these be the same now?' }).click()
    await page.getByText('1 of 2 would differ now').waitFor()
    const changed = page.getByRole('row', { name: /plugged in/ })
    await changed.getByText('drifted').waitFor()
    await page
      .getByRole('row', { name: /battery/ })
      .getByText('same', { exact: true })
      .waitFor()
    await changed.getByRole('link').click()
    await page.getByRole('button', { name: 'Would it be the same now?' }).click()
    await page.getByText('Other text would be released now').waitFor()
    await page.getByRole('link', { name: 'What is answered now, to the same requester' }).click()
    await page.getByText('socket of the pier').first().waitFor()
    expect(quiet(trouble)).toEqual([])
  })

  test('a key that is not accepted is said to be so', async () => {
    const { page, url } = await visit('#/receipts')
    const { page: other } = await openPage(`${url}/`)
    await other.getByRole('textbox', { name: 'Key' }).fill('lf_wrong')
    await other.getByRole('button', { name: 'Open' }).click()
    await other.getByText('The key that you sent is not accepted.').waitFor()
    await page.close()
  })

  test('a receipt opens with decisions and digests, is replayed, verified and exported', async () => {
    const { page, trouble, url, token } = await visit('#/receipts')
    await page.getByText('Nothing was released yet').waitFor()
    const task = 'How long does the battery last?'
    await read(url, token, task)
    await page.reload()
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText('1 records in 1 segment').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toBe('receipts.jsonl')
    await page.getByRole('link', { name: /^r-/ }).click()
    await page.getByRole('heading', { name: 'Digests' }).waitFor()
    await page.getByLabel('Task').fill(task)
    await page.getByRole('button', { name: 'Would it be the same now?' }).click()
    await page.getByText('The same bytes would be released now.').waitFor()
    expect(quiet(trouble)).toEqual([])
  })

  test('an operator grants with a note, and refuses with one', async () => {
    const { page, trouble, url, token } = await visit('#/review')
    const item = page.locator('.queue > li', { hasText: 'pack:voice' })
    expect(await item.getByRole('button', { name: 'Grant for 24 hours' }).isDisabled()).toBe(true)
    await item.getByLabel('Note').fill('Not yet.')
    await item.getByRole('button', { name: 'Refuse' }).click()
    await item.getByText('by key:mira').waitFor()
    await item.getByLabel('Note').fill('Read it, it is fine.')
    await item.getByRole('button', { name: 'Grant for 24 hours' }).click()
    await item.waitFor({ state: 'detached' })
    const opened = await fetch(`${url}/v1/activate?name=voice`, { headers: { authorization: `Bearer ${token}` } })
    expect(await opened.text()).toContain('Speak calmly')
    expect(quiet(trouble)).toEqual([])
  })

  test('an operator sees the files of a pack that nobody granted, and grants them', async () => {
    const { page, trouble, url, token } = await visit('#/review')
    const item = page.locator('.queue > li', { hasText: 'pack:stranger' })
    await item.getByRole('button', { name: 'See what would be granted' }).click()
    await item.getByRole('row', { name: /KNOWLEDGE\.md new [0-9a-f]{12}/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await item.getByLabel('Note').fill('Read it, it is ours.')
    await item.getByRole('button', { name: 'Grant these files' }).click()
    await item.waitFor({ state: 'detached' })
    const opened = await fetch(`${url}/v1/activate?name=stranger`, { headers: { authorization: `Bearer ${token}` } })
    expect(await opened.text()).toContain('Tricks')
    expect(quiet(trouble)).toEqual([])
  })

  test('whoever may only look is told so, and gets on with an operator key', async () => {
    const world = reviewWorld()
    // Without any other key the server prints the token of whoever started it.
    const { url, personToken } = await serveProgram(world)
    const operator = keyFor(world, 'mira', { clearance: 'restricted' }, true)
    const { page } = await openPage(`${url}/?token=${personToken}#/review`)
    await page.getByText('You may look.').waitFor()
    expect(await page.getByRole('button', { name: 'Refuse' }).count()).toBe(0)
    await page.getByRole('button', { name: 'See what would be granted' }).first().click()
    await page.getByText('A grant covers exactly').waitFor()
    expect(await page.getByRole('button', { name: 'Grant these files' }).count()).toBe(0)
    await page.getByLabel('Operator key').fill('wrong')
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('That is no operator key.').waitFor()
    await page.getByLabel('Operator key').fill(operator)
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByRole('button', { name: 'Refuse' }).first().waitFor()
  })

  test('the graph: found, filtered, chosen by keyboard in the table, with its relations', async () => {
    const { page, trouble } = await visit('#/graph', { world: examplesWorld() })
    await page.locator('.canvas canvas').first().waitFor({ state: 'attached' })
    await page.getByLabel('Find').fill('refund')
    await page.getByRole('link', { name: 'unit:harbor-kiosk/refund-policy' }).focus()
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('complementary', { name: 'Chosen node' })
    await chosen.getByText('depends_on').waitFor()
    await page.getByLabel('Only').selectOption('orphans')
    expect(await page.getByRole('status').innerText()).toMatch(/^0 of \d+ entries/)
    expect(quiet(trouble)).toEqual([])
  })
})

/** Ten thousand units in chains, half of them related to others. */
function largeGraph(): DoorWorld {
  const units = Array.from({ length: 10_000 }, (_, index) =>
    unitWith({
      id: `unit-${index}`,
      path: `docs/rule-${index % 50}.md`,
      sensitivity: 'public',
      ...(index % 2 === 1 ? { depends_on: [`unit-${(index * 7) % index}`] } : {}),
    }),
  )
  const files = Array.from({ length: 50 }, (_, index) => [`docs/rule-${index}.md`, `# Rule ${index}\n`])
  return doorWorld({ ...Object.fromEntries(files), 'knowledge.yaml': manifestText({}, ...units) })
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time in microseconds, which other programs of the machine do not change. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

test.skipIf(chromiumPath === undefined)('with ten thousand nodes no task of the graph takes 200 ms', async () => {
  const { page, trouble } = await visit('#/review', { world: largeGraph() })
  const browser = await launched()
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.goto(page.url().replace('review', 'graph'))
  await page.locator('.canvas canvas').first().waitFor({ state: 'attached', timeout: 60_000 })
  await page.getByLabel('Find').fill('unit-77')
  await page.getByText('111 of 10001 entries').waitFor()
  await page.getByLabel('Find').fill('')
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('verdict')
  await page.getByText('10001 of 10001 entries').waitFor()
  await page.waitForTimeout(3000)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] }
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const mains = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
  expect(tasks.length).toBeGreaterThan(100)
  expect(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000).toBeLessThan(200)
  expect(quiet(trouble)).toEqual([])
  await closeBrowser()
})
