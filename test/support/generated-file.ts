import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Compares a file with its generated content; `npm run generate` writes it instead. */
export function expectGenerated(path: string, expected: string): void {
  if (process.env['UPDATE_GENERATED'] === '1') writeFileSync(path, expected)
  expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(expected)
}
