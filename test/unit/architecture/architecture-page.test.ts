import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('ARCHITECTURE.md', 'utf8')
const paths = [...page.matchAll(/`([a-z][\w./-]*(?:\/|\.(?:ts|md|json|mjs)))`/g)].map(([, path = '']) => path)

test('the page names many files', () => {
  expect(paths.length).toBeGreaterThan(80)
})

test.each([...new Set(paths)])('ARCHITECTURE.md: %s exists', (path) => {
  const isThere = [
    '',
    'src/',
    'src/app/',
    'src/text/',
    'src/select/',
    'src/rank/',
    'src/validate/',
    'src/govern/',
    'src/app/open/',
    'src/model/',
    'src/validate/rules/manifest/',
  ].some((folder) => existsSync(folder + path))
  expect(isThere).toBe(true)
})
