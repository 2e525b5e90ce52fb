import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CancellationTokenSource } from 'vscode-jsonrpc/node'
import type { CodeAction, Diagnostic, Position } from 'vscode-languageserver-types'
import { program, startEditor } from '../support/lsp-client.ts'

const manifest = `kcp_version: "0.25"
project: harbor
version: 1.0.0
units:
  - id: setup
    path: docs/setup.md
    intent: "How is the harbor set up? 🚢"
    scope: global
    audience: [developer]
  - id: berths
    path: docs/berths.md
    intent: "泊位如何分配？"
    scope: global
    audience: [developer]
    depends_on: [setup]
`

const guide = `---
name: warranty
description: Warranty terms of the kiosk, for support questions about repairs and refunds. Not for sales.
type: brand-product
status: ready
profile: document-first
metadata:
  primaryDocument: documents/terms.md
---
# Warranty

Read [the terms](documents/terms.md#repairs) first.
Repairs take ten days [source: documents/terms.md#L5]. See claim c-repair.
`

const sourceMap = `{
  "claims": [
    {
      "claim_id": "c-repair",
      "text": "Repairs take ten days.",
      "status": "confirmed",
      "source": { "path": "documents/terms.md", "anchor": "#L5" }
    }
  ]
}
`

const tree = {
  'knowledge.yaml': manifest,
  'docs/setup.md': '# Setup\n',
  'docs/berths.md': '# Berths\n',
  'packs/warranty/KNOWLEDGE.md': guide,
  'packs/warranty/documents/terms.md': '# Terms\n\n## Repairs\n\nRepairs take ten days.\n',
  'packs/warranty/indexes/source-map.json': sourceMap,
} as const

const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code)
const has =
  (code: string) =>
  ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): boolean =>
    codes(diagnostics).includes(code)
const hasNot =
  (code: string) =>
  (published: { readonly diagnostics: readonly Diagnostic[] }): boolean =>
    !has(code)(published)

const pack = 'packs/warranty/KNOWLEDGE.md'

describe('an editor that is connected to lorefence lsp', { timeout: 30_000 }, () => {
  test('reports the findings of the whole workspace, opened or not', async () => {
    const editor = await startEditor({ ...tree, [pack]: guide.replace('status: ready', 'status: finished') })
    const [finding] = await editor.diagnostics(pack, has('AK304'))
    expect(finding).toMatchObject({
      code: 'AK304',
      severity: 1,
      source: 'lorefence',
      range: { start: { line: 4, character: 8 }, end: { line: 4, character: 16 } },
    })
    expect(finding?.codeDescription?.href).toMatch(/^file:\/\/.*\/docs\/diagnostics\/AK304\.md$/)
    expect(await editor.diagnostics('knowledge.yaml')).toEqual([])
    expect(await editor.close()).toBe(0)
  })

  test('validates the text in the editor, not the file on the disk, and takes the finding back', async () => {
    const editor = await startEditor(tree)
    await editor.open('knowledge.yaml')
    await editor.edit('knowledge.yaml', 'depends_on: [setup]', 'depends_on: [quay]')
    const [dangling] = await editor.diagnostics('knowledge.yaml', has('KCP401'))
    expect(dangling?.range).toEqual({ start: { line: 14, character: 17 }, end: { line: 14, character: 21 } })
    await editor.edit('knowledge.yaml', 'quay', 'setup')
    expect(await editor.diagnostics('knowledge.yaml', ({ version }) => version === 3)).toEqual([])
    expect(readFileSync(join(editor.folder, 'knowledge.yaml'), 'utf8')).toBe(manifest)
  })

  test('an edit of a file of a pack changes the findings of the pack', async () => {
    const editor = await startEditor(tree)
    const terms = 'packs/warranty/documents/terms.md'
    expect(codes(await editor.diagnostics(pack))).not.toContain('AK408')
    await editor.open(terms)
    await editor.edit(terms, '## Repairs\n\nRepairs take ten days.\n', '')
    const [unresolved] = await editor.diagnostics(pack, has('AK414'))
    expect(unresolved?.message).toContain('documents/terms.md#L5')
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: editor.uri(terms) } })
    await editor.diagnostics(pack, hasNot('AK414'))
  })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('counts UTF-16 units after emoji and Chinese, with %s', async (_name, lineBreak) => {
    const text = manifest
      .replace(
        'scope: global\n    audience: [developer]\n  - id',
        'scope: {"🚢港": 1}\n    audience: [developer]\n  - id',
      )
      .replace('intent: "泊位如何分配？"', 'intent: "🚢泊位"\n    x-🚢: 1\n    scop: global # 🚢')
      .replace('depends_on: [setup]', 'depends_on: ["🚢", quay]')
      .replaceAll('\n', lineBreak)
    const editor = await startEditor({ ...tree, 'knowledge.yaml': text })
    const found = await editor.diagnostics('knowledge.yaml', has('KCP401'))
    const places = found.filter(({ code }) => code === 'KCP401').map(({ range }) => textAt(text, range))
    expect(places).toEqual(['"🚢"', 'quay'])
    await editor.open('knowledge.yaml')
    expect(await editor.define('knowledge.yaml', 'id: berths')).toBeNull()
    await editor.edit('knowledge.yaml', '["🚢", quay]', '["🚢", setup]')
    expect(await editor.define('knowledge.yaml', '"🚢", set')).toMatchObject({
      range: { start: { line: 4, character: 8 } },
    })
  })

  test('completes fields, words, unit ids, paths and pack names', async () => {
    const editor = await startEditor(tree)
    await editor.open('knowledge.yaml')
    await editor.open(pack)
    await editor.edit('knowledge.yaml', 'scope: global', 'scope: ')
    expect(await labels(editor.complete('knowledge.yaml', '    scope: '))).toEqual(['global', 'project', 'module'])
    expect(await labels(editor.complete('knowledge.yaml', 'depends_on: ['))).toEqual(['setup', 'berths'])
    await editor.edit('knowledge.yaml', 'path: docs/berths.md', 'path: docs/')
    expect(await labels(editor.complete('knowledge.yaml', 'path: docs/\n'.trimEnd()))).toContain('docs/setup.md')
    await editor.edit('knowledge.yaml', 'depends_on: [setup]', 'sens')
    const fields = await editor.complete('knowledge.yaml', '    sens')
    const sensitivity = fields.find(({ label }) => label === 'sensitivity')
    expect(sensitivity?.textEdit).toEqual({
      range: { start: { line: 14, character: 4 }, end: { line: 14, character: 8 } },
      newText: 'sensitivity: ',
    })
    expect(fields.map(({ label }) => label)).not.toContain('intent')
    await editor.edit(pack, 'name: warranty', 'name: ')
    expect(await labels(editor.complete(pack, 'name: '))).toEqual(['warranty'])
    await editor.edit(pack, 'primaryDocument: documents/terms.md', 'primaryDocument: documents/')
    expect(await labels(editor.complete(pack, 'primaryDocument: documents/'))).toEqual(['documents/terms.md'])
    expect(await labels(editor.complete(pack, '[source: documents/'))).toEqual(['documents/terms.md'])
  })

  test('completes refs of the workspace in a configuration', async () => {
    const editor = await startEditor({ ...tree, 'lorefence.yaml': 'disabled:\n  - \n' })
    await editor.open('lorefence.yaml')
    expect(await labels(editor.complete('lorefence.yaml', '  - '))).toEqual([
      'manifest:harbor',
      'pack:warranty',
      'unit:harbor/berths',
      'unit:harbor/setup',
    ])
  })

  test('completes a well-known document, in JSON', async () => {
    const editor = await startEditor({ ...tree, '.well-known/kcp.json': '{\n  "kcp_version": "0.25",\n  "man"\n}\n' })
    await editor.open('.well-known/kcp.json')
    expect(await labels(editor.complete('.well-known/kcp.json', '"man'))).toContain('manifest')
  })

  test('describes a field in the words of the specification, with its section', async () => {
    const editor = await startEditor(tree)
    await editor.open('knowledge.yaml')
    await editor.open(pack)
    expect(await editor.hover('knowledge.yaml', '    sco')).toMatchObject({
      contents: {
        kind: 'markdown',
        value:
          '**scope**\n\nBreadth of applicability.\n\nOne of `global`, `project`, `module`.\n\nDefault: `global`.\n\n*KCP §4.5*',
      },
    })
    expect(JSON.stringify(await editor.hover(pack, 'stat'))).toContain(
      'Agent Knowledge specification, required frontmatter',
    )
    expect(await editor.hover(pack, '# Warr')).toBeNull()
  })

  test('shows what a unit is about as text, never as a link or an image', async () => {
    const hostile = manifest.replace('How is the harbor set up? 🚢', '![x](https://evil.example/p.png) <img src=x>')
    const editor = await startEditor({ ...tree, 'knowledge.yaml': hostile })
    await editor.open('knowledge.yaml')
    const hover = JSON.stringify(await editor.hover('knowledge.yaml', 'depends_on: [se'))
    expect(hover.replaceAll('\\\\', '\\')).toContain(
      '\\!\\[x\\]\\(https\\:\\/\\/evil\\.example\\/p\\.png\\) \\<img src\\=x\\>',
    )
  })

  test('goes to units, files, headings, source lines and claims', async () => {
    const editor = await startEditor(tree)
    await editor.open('knowledge.yaml')
    await editor.open(pack)
    await editor.open('packs/warranty/indexes/source-map.json')
    const terms = editor.uri('packs/warranty/documents/terms.md')
    const at = (line: number, character: number) => ({ range: { start: { line, character } } })
    expect(await editor.define('knowledge.yaml', 'depends_on: [se')).toMatchObject(at(4, 8))
    expect(await editor.define('knowledge.yaml', 'path: docs/ber')).toMatchObject({ uri: editor.uri('docs/berths.md') })
    expect(await editor.define(pack, 'primaryDocument: doc')).toMatchObject({ uri: terms })
    expect(await editor.define(pack, 'terms.md#rep')).toMatchObject({ uri: terms, ...at(2, 0) })
    expect(await editor.define(pack, '[source: doc')).toMatchObject({ uri: terms, ...at(4, 0) })
    const claim = { uri: editor.uri('packs/warranty/indexes/source-map.json'), ...at(3, 18) }
    expect(await editor.define(pack, 'claim c-re')).toMatchObject(claim)
    expect(await editor.define('packs/warranty/indexes/source-map.json', '"c-rep')).toMatchObject({
      uri: terms,
      ...at(4, 0),
    })
  })

  test('never goes to or lists a file outside the folder of a document', async () => {
    const editor = await startEditor({
      ...tree,
      'packs/warranty/KNOWLEDGE.md': guide.replace('documents/terms.md#repairs', '../../docs/setup.md'),
      'docs/knowledge.yaml': manifest.replace('docs/setup.md', '../knowledge.yaml').replace('docs/berths.md', '../'),
    })
    await editor.open(pack)
    await editor.open('docs/knowledge.yaml')
    expect(await editor.define(pack, '(../../docs/se')).toBeNull()
    expect(await editor.define('docs/knowledge.yaml', 'path: ../know')).toBeNull()
    expect(await editor.complete('docs/knowledge.yaml', 'path: ../\n'.trimEnd())).toEqual([])
  })

  test('offers the fixes of validate --fix, one by one and all at once', async () => {
    const slips = manifest
      .replace('audience: [developer]', 'audience: developer')
      .replace('kcp_version: "0.25"', 'kcp_version: 0.25')
    const editor = await startEditor({ ...tree, 'knowledge.yaml': slips })
    await editor.open('knowledge.yaml')
    const found = await editor.diagnostics('knowledge.yaml', has('KCP305'))
    const quote = found.find(({ code }) => code === 'KCP305') as Diagnostic
    const [fix, all] = await editor.actions('knowledge.yaml', quote)
    expect(fix).toMatchObject({ kind: 'quickfix', isPreferred: true, diagnostics: [{ code: 'KCP305' }] })
    expect(applied(slips, fix)).toBe(slips.replace('kcp_version: 0.25', 'kcp_version: "0.25"'))
    expect(all).toMatchObject({ kind: 'source.fixAll.lorefence' })
    const only = await editor.actions('knowledge.yaml', quote, ['source.fixAll'])
    expect(only.map(({ kind }) => kind)).toEqual(['source.fixAll.lorefence'])
    await editor.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: editor.uri('knowledge.yaml') },
    })
    const fixed = applied(slips, only[0])
    execFileSync(process.execPath, [program, 'validate', '.', '--fix', '--quiet'], {
      cwd: editor.folder,
      stdio: 'ignore',
    })
    expect(fixed).toBe(readFileSync(join(editor.folder, 'knowledge.yaml'), 'utf8'))
  })

  test('a cancelled request is answered as cancelled, and the next one normally', async () => {
    const editor = await startEditor(tree)
    await editor.open('knowledge.yaml')
    const cancel = new CancellationTokenSource()
    const place = editor.after('knowledge.yaml', '    sco')
    const cancelled = editor.connection.sendRequest('textDocument/hover', place, cancel.token)
    cancel.cancel()
    await expect(cancelled).rejects.toMatchObject({ code: -32800 })
    expect(await editor.hover('knowledge.yaml', '    sco')).not.toBeNull()
  })

  test('other YAML and Markdown files are none of its business', async () => {
    const editor = await startEditor({
      ...tree,
      'compose.yaml': 'services:\n  web: {image: x}\n',
      'notes.md': '# Notes\n',
    })
    await editor.open('compose.yaml')
    await editor.open('notes.md')
    await editor.open('knowledge.yaml')
    await editor.edit('knowledge.yaml', 'scope: global', 'scope: gl')
    await editor.diagnostics('knowledge.yaml', has('KCP303'))
    const seen = await Promise.race([
      editor.diagnostics('compose.yaml'),
      editor.diagnostics('notes.md'),
      Promise.resolve('nothing'),
    ])
    expect(seen).toBe('nothing')
    expect(await editor.complete('compose.yaml', 'services:\n  ')).toEqual([])
  })

  test('a file that changed on the disk is noticed', async () => {
    const editor = await startEditor(tree)
    await editor.diagnostics('knowledge.yaml')
    writeFileSync(join(editor.folder, 'knowledge.yaml'), manifest.replace('scope: global', 'scope: gl'))
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] })
    await editor.diagnostics('knowledge.yaml', has('KCP303'))
  })

  test('an editor that disconnects without a word ends the program', async () => {
    const child = spawn(process.execPath, [program, 'lsp'], { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([1, null])
  })
})

const labels = async (items: Promise<readonly { readonly label: string }[]>): Promise<readonly string[]> =>
  (await items).map(({ label }) => label)

const offsetAt = (text: string, { line, character }: Position): number => {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  return lines.slice(0, line).join('').length + character
}

const textAt = (text: string, { start, end }: Diagnostic['range']): string =>
  text.slice(offsetAt(text, start), offsetAt(text, end))

/** A text after the edits of an action that changes one file. */
function applied(text: string, action: CodeAction | undefined): string {
  const [edits = []] = Object.values(action?.edit?.changes ?? {})
  return [...edits]
    .sort((a, b) => offsetAt(text, b.range.start) - offsetAt(text, a.range.start))
    .reduce(
      (changed, { range, newText }) =>
        changed.slice(0, offsetAt(text, range.start)) + newText + changed.slice(offsetAt(text, range.end)),
      text,
    )
}
