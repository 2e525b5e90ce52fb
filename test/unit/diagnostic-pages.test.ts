import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validatePaths } from '../../src/index.ts'
import { codeEntries, type Code } from '../../src/model/codes.ts'
import { filesOf, folderOfCase, readPage, type PageCase } from '../support/page-cases.ts'

const pagePath = (code: string): string => `docs/diagnostics/${code}.md`

/** Codes whose page is written; the last test of this file demands all of them. */
const written = (Object.keys(codeEntries) as Code[]).filter((code) => existsSync(pagePath(code)))

function codesOf(page: PageCase): ReadonlySet<string> {
  const folder = folderOfCase(page)
  const options = { cwd: '/', strict: page.flags.includes('--strict'), lint: page.flags.includes('--lint') }
  const named = page.flags.find((flag) => !flag.startsWith('--'))
  const result = validatePaths(filesOf(page), [named ? `${folder}/${named}` : folder], options)
  return new Set([...result.documents.flatMap((document) => document.diagnostics), ...result.notes].map((diagnostic) => diagnostic.code))
}

describe.each(written)('the page of %s', (code) => {
  const page = readPage(readFileSync(pagePath(code), 'utf8'))

  test('has at least one case that triggers and one near miss', () => {
    expect(page.triggers.length).toBeGreaterThan(0)
    expect(page.nearMisses.length).toBeGreaterThan(0)
  })

  test('its triggers trigger', () => {
    for (const example of page.triggers) expect(codesOf(example)).toContain(code)
  })

  test('its near misses do not', () => {
    for (const example of page.nearMisses) expect(codesOf(example)).not.toContain(code)
  })
})

test('every code has its page', () => {
  expect(Object.keys(codeEntries).filter((code) => !existsSync(pagePath(code)))).toEqual([])
})
