import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** The Chromium of this system; `CHROMIUM` names another. */
export const chromiumPath = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path))

let running: Promise<Browser> | undefined

export const launched = (): Promise<Browser> =>
  (running ??= chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] }))

export async function closeBrowser(): Promise<void> {
  await (await running)?.close()
  running = undefined
}

export interface OpenedPage {
  readonly page: Page
  /** Messages of the console, errors of scripts, and requests to other servers. */
  readonly trouble: string[]
}

/** A page in a new window, which is closed after the test. */
export async function openPage(address: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await (await launched()).newContext({ viewport: { width: 1280, height: 900 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const trouble: string[] = []
  const { origin } = new URL(address)
  page.on('console', (message) => trouble.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      trouble.push(`request: ${request.url()}`)
  })
  await page.goto(address)
  return { page, trouble }
}
