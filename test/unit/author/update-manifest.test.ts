import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseManifest, updateManifest, type ManifestUpdate } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const refunds = '# Refunds\n\nRefunds are paid within ten days.\n'
const warranty = '# Warranty\n\nThe warranty lasts two years.\n'
const head = 'kcp_version: "0.14"\nproject: Harbor\nversion: 1.0.0\n'
const warrantyUnit =
  '  - id: warranty\n    path: docs/warranty.md\n    intent: What is covered, and for how long?\n    scope: global\n    audience: [agent]\n'
const refundsUnit =
  '  - id: refunds\n    path: docs/refunds.md\n    intent: Refunds are paid within ten days.\n    format: markdown\n    scope: project\n    audience: [human, agent]\n    triggers: [refunds]\n    hints:\n      token_estimate: 10\n'

function update(manifest: string | Uint8Array, more: Readonly<Record<string, string>> = {}): ManifestUpdate {
  const files = memoryFiles({
    '/w/knowledge.yaml': manifest,
    '/w/docs/warranty.md': warranty,
    '/w/docs/refunds.md': refunds,
    ...more,
  })
  return updateManifest(files, { root: '/w', shownRoot: '.', paths: [], now: new Date('2026-01-01') })
}

const textAfter = (found: ManifestUpdate): string | undefined =>
  found.change && new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.change.after)

describe('a document that was added after the manifest', () => {
  test('is named, and gets a unit behind the others; every other byte stays', () => {
    const found = update(`# ours\n${head}units:\n${warrantyUnit}`)
    expect(found).toMatchObject({
      unnamed: ['docs/refunds.md'],
      skipped: [],
      next: ['lorefence validate .', 'lorefence trust .', 'lorefence read "your question"'],
    })
    expect(textAfter(found)).toBe(`# ours\n${head}units:\n${warrantyUnit}${refundsUnit}`)
  })

  const atTheEdge = (text: string): string => text.replaceAll(/^ {2}/gm, '')
  const oneLine =
    '  - {id: warranty, path: docs/warranty.md, intent: What is covered?, scope: global, audience: [agent]}\n'
  const second = warrantyUnit.replace('id: warranty', 'id: again')
  const rest = 'relationships:\n  - {from: warranty, to: warranty, type: context}\n'

  test.each<readonly [string, string, string]>([
    ['behind its comments', `units:\n${warrantyUnit}    # checked by Mara\n  # - id: old\n`, refundsUnit],
    [
      'before the comment of what follows',
      `units:\n${warrantyUnit}`,
      `${refundsUnit}\n# How they hang together\n${rest}`,
    ],
    ['with a blank line where units have one between', `units:\n${warrantyUnit}\n${second}`, `\n${refundsUnit}`],
    [
      'at the edge, where the list stands there',
      `units:\n${atTheEdge(warrantyUnit)}`,
      `${atTheEdge(refundsUnit)}# next\n${rest}`,
    ],
    ['behind a unit on one line', `units:\n${oneLine}`, refundsUnit],
    [
      'behind a text of several lines',
      `units:\n${warrantyUnit}    notes: |\n      # no comment\n\n      - no unit\n`,
      `${refundsUnit}\n${rest}`,
    ],
    [
      'although a comment at the edge interrupts the last unit',
      `units:\n${warrantyUnit.replace('    scope', '# edge\n    scope')}`,
      refundsUnit,
    ],
  ])('is put %s', (_, before, after) => {
    const old = `${head}${before}${after.replace(`\n${refundsUnit}`, '').replace(refundsUnit, '').replace(atTheEdge(refundsUnit), '')}`
    const text = textAfter(update(old))
    expect(text).toBe(`${head}${before}${after}`)
    expect(
      parseManifest(text ?? '')
        .manifest?.units.map(({ id }) => id)
        .at(-1),
    ).toBe('refunds')
  })

  test('line breaks, a byte order mark and a missing last break are taken as they are', () => {
    const old = `\uFEFF${head}units:\n${warrantyUnit}`.trimEnd().replaceAll('\n', '\r\n')
    expect(textAfter(update(new TextEncoder().encode(old)))).toBe(`${old}\r\n${refundsUnit.replaceAll('\n', '\r\n')}`)
  })

  test.each([
    [
      'a list in brackets',
      `${head}units: [{id: warranty, path: docs/warranty.md, intent: What is covered?, scope: global, audience: [agent]}]\n`,
    ],
    [
      'a list in brackets over several lines, with a last comma',
      `${head}units: [\n  {id: warranty, path: docs/warranty.md, intent: What?, scope: global, audience: [agent]},\n  ]\n${rest}`,
    ],
    ['a last text that keeps its blank lines', `${head}units:\n${warrantyUnit}    notes: |+\n      kept\n\n\n${rest}`],
  ])('is added where the units are %s, and the others stay as they are', (_, manifest) => {
    const after = textAfter(update(manifest)) ?? ''
    const units = (text: string) => parseManifest(text).manifest?.units ?? []
    expect(units(after).map(({ id }) => id)).toEqual(['warranty', 'refunds'])
    expect(units(after)[0]).toEqual(units(manifest)[0])
    expect(after.startsWith(manifest.slice(0, manifest.indexOf('agent]') + 6))).toBe(true)
  })

  test('is given to a person to add where the list is an anchor that is used again', () => {
    const found = update(`${head}x-list: &all\n${warrantyUnit}units: *all\n`)
    expect(found.change).toBeUndefined()
  })

  test('gets an id that nobody has', () => {
    expect(textAfter(update(`${head}units:\n${warrantyUnit.replace('id: warranty', 'id: refunds')}`))).toContain(
      '  - id: refunds-2\n    path: docs/refunds.md\n',
    )
  })

  test('needs no unit where one names it in another spelling, or the folder above it', () => {
    expect(update(`${head}units:\n${warrantyUnit}${refundsUnit.replace('docs/', './docs/')}`)).toEqual({
      unnamed: [],
      skipped: [],
      next: [],
    })
    expect(update(`${head}units:\n${warrantyUnit.replace('docs/warranty.md', 'docs')}`)).toEqual({
      unnamed: [],
      skipped: [],
      next: [],
    })
  })

  test('A-03: without any words it is listed with the reason; one that has a unit is not', () => {
    const found = update(`${head}units:\n${warrantyUnit}${refundsUnit}`, {
      '/w/docs/refunds.md': '***\n',
      '/w/docs/fares.md': '***\n',
    })
    expect(found).toEqual({
      unnamed: [],
      skipped: [{ path: 'docs/fares.md', reason: 'no title and no sentence for an intent; add it by hand' }],
      next: [],
    })
  })

  test('is not looked for beside a manifest that has errors', () => {
    expect(update('units: [\n')).toEqual({
      unnamed: [],
      skipped: [],
      next: [],
      trouble: expect.stringMatching(/^knowledge\.yaml:2:1: The YAML cannot be read/),
    })
  })
})

describe('at the terminal', () => {
  const folder = (manifest = `${head}units:\n${warrantyUnit}`): string =>
    tempFolder({ 'knowledge.yaml': manifest, 'docs/warranty.md': warranty, 'docs/refunds.md': refunds })
  const run = async (cwd: string, ...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd })
    return { code: await main(['init', ...argv], terminal), out: terminal.stdout, err: terminal.stderr }
  }

  test('init beside a manifest names what it lacks and how to add it, and says nothing of llms.txt', async () => {
    const { code, out } = await run(folder())
    expect([code, out]).toEqual([
      0,
      'knowledge.yaml: already exists, not changed\n.well-known/kcp.json: created\n\nDocuments without a unit:\n  docs/refunds.md\n\nNext:\n  lorefence init --update\n',
    ])
  })

  test('AK-325: --update --dry-run shows the difference and writes nothing', async () => {
    const cwd = folder()
    const { code, out, err } = await run(cwd, '--update', '--dry-run')
    expect([code, err]).toEqual([0, 'Nothing changed.\n'])
    expect(out).toContain('+  - id: refunds\n+    path: docs/refunds.md\n')
    expect(readFileSync(join(cwd, 'knowledge.yaml'), 'utf8')).toBe(`${head}units:\n${warrantyUnit}`)
  })

  test('--update writes the units once; the second time there is nothing to add', async () => {
    const cwd = folder()
    expect(await run(cwd, '--update')).toMatchObject({
      code: 0,
      err: 'knowledge.yaml: 1 unit added. Check every new intent.\n',
    })
    expect(readFileSync(join(cwd, 'knowledge.yaml'), 'utf8')).toBe(`${head}units:\n${warrantyUnit}${refundsUnit}`)
    expect(await run(cwd, '--update')).toEqual({
      code: 0,
      out: '',
      err: 'knowledge.yaml: every document has a unit.\n',
    })
    expect((await run(cwd)).out).toContain('Every document has a unit.\n')
  })

  test('--update --json has the difference and the documents', async () => {
    expect(JSON.parse((await run(folder(), '--update', '--json')).out)).toMatchObject({
      kind: 'init',
      ok: true,
      dryRun: false,
      files: [{ path: 'knowledge.yaml', action: 'updated', diff: expect.stringContaining('+  - id: refunds\n') }],
      unnamed: ['docs/refunds.md'],
      skipped: [],
    })
  })

  test('where the list cannot be extended the units are printed to be added by hand, and the exit code is 1', async () => {
    const { code, out, err } = await run(
      folder(`${head}units:\n  -\n${warrantyUnit.replace('  - ', '    ')}`),
      '--update',
    )
    expect([code, out, err]).toEqual([
      1,
      refundsUnit,
      'knowledge.yaml: not changed. Its list of units cannot be extended. Add these units to it:\n',
    ])
  })

  test('a manifest with errors is left as it is', async () => {
    expect(await run(folder('units: [\n'), '--update')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^not used: knowledge\.yaml:2:1: .* Details: lorefence validate knowledge\.yaml\n$/),
    })
  })

  test('without a manifest --update drafts one, and with --pack it is wrong use', async () => {
    const cwd = tempFolder({ 'docs/warranty.md': warranty })
    expect((await run(cwd, '--update')).out).toContain('knowledge.yaml: created\n')
    expect((await run(cwd, '--update', '--pack')).code).toBe(2)
  })

  test('doctor notes documents in no unit, but those that the config ignores', async () => {
    const cwd = folder()
    const env = { HOME: tempFolder() }
    const doctor = async (): Promise<unknown> => {
      const terminal = fakeTerminal({ cwd, env })
      await main(['doctor', '--json'], terminal)
      return (JSON.parse(terminal.stdout) as { checks: readonly { id: string; items: unknown }[] }).checks.find(
        ({ id }) => id === 'unnamed',
      )?.items
    }
    expect(await doctor()).toEqual([
      {
        state: 'note',
        ref: 'manifest:harbor',
        path: 'knowledge.yaml',
        detail: 'No unit names "docs/refunds.md".',
        command: 'lorefence init --update',
      },
    ])
    writeFileSync(join(cwd, 'lorefence.yaml'), 'ignore: [refunds.md]\n')
    expect(await doctor()).toEqual([])
  })
})
