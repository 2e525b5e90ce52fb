import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const chunks = fileURLToPath(new URL('../../dist/chunks', import.meta.url))

/** A chunk and every one that it imports before it runs. */
function loadedWith(start: string): readonly string[] {
  const found = new Set([start])
  for (const file of found)
    for (const [, name] of readFileSync(join(chunks, file), 'utf8').matchAll(/from"\.\/([^"]+)"/g))
      if (name !== undefined) found.add(name)
  return [...found]
}

describe('what a command loads', () => {
  const catalog = readdirSync(chunks).find((file) => /^catalog-[\w-]{8}\.js$/.test(file)) ?? ''
  const loaded = loadedWith(catalog)

  it('a list loads the scan and nothing that decides or opens content', () => {
    expect(loaded.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(['catalog', 'main', 'scan'])
  })

  it('a list loads at most 350,000 characters of code', () => {
    const sizes = loaded.map((file) => readFileSync(join(chunks, file), 'utf8').length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350_000)
  })
})
