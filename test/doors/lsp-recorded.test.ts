import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StreamMessageReader, StreamMessageWriter, type Message } from 'vscode-jsonrpc/node'
import { program } from '../support/lsp-client.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Answer {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly params?: { readonly version?: number; readonly diagnostics: readonly { readonly code: string }[] }
}

/** What Neovim 0.7.2 sent while a person edited `knowledge.yaml`; `/WORKSPACE` is the folder. */
const recorded = readFileSync('test/fixtures/lsp/neovim-0.7.2.jsonl', 'utf8').trim().split('\n')

test('a recorded dialogue with Neovim gets the same answers', { timeout: 60_000 }, async () => {
  const folder = tempFolder({ 'docs/setup.md': '# Setup\n', 'docs/berths.md': '# Berths\n', 'knowledge.yaml': '' })
  const child = spawn(process.execPath, [program, 'lsp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers: Answer[] = []
  const waiting = new Set<() => void>()
  new StreamMessageReader(child.stdout).listen((message: Message) => {
    answers.push(message as Answer)
    for (const look of waiting) look()
  })
  const until = (fits: (answer: Answer) => boolean): Promise<Answer> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = answers.find(fits)
        if (found) resolve(found)
      }
      waiting.add(look)
      look()
    })
  const writer = new StreamMessageWriter(child.stdin)
  const ended = once(child, 'exit')
  const results: unknown[] = []
  for (const line of recorded) {
    const message = JSON.parse(line.replaceAll('/WORKSPACE', folder)) as Message & Answer
    await writer.write(message)
    if (message.id !== undefined) results.push((await until(({ id }) => id === message.id)).result)
    // Neovim waited for the findings of each version before it went on.
    else if (message.method === 'textDocument/didChange' || message.method === 'textDocument/didOpen') {
      const { version } = (message as unknown as { params: { textDocument: { version: number } } }).params.textDocument
      results.push(codesOf(await until(({ params }) => params?.version === version)))
    }
  }
  expect(await ended).toEqual([0, null])
  const [initialized, opened, hover, definition, completion, changed, actions, fixed, again, goodbye] = results
  expect(initialized).toMatchObject({ serverInfo: { name: 'lorefence' }, capabilities: { positionEncoding: 'utf-16' } })
  expect(opened).toEqual(['KCP305', 'KCP303', 'KCP401'])
  expect(JSON.stringify(hover)).toContain('KCP §4.5')
  const setup = { range: { start: { line: 4, character: 8 }, end: { line: 4, character: 13 } } }
  expect(definition).toMatchObject(setup)
  expect((completion as { label: string }[]).map(({ label }) => label)).toEqual(['global', 'project', 'module'])
  expect(changed).toEqual(['KCP305', 'KCP401'])
  expect((actions as { kind: string }[]).map(({ kind }) => kind)).toEqual(['quickfix', 'source.fixAll.lorefence'])
  expect(fixed).toEqual(['KCP401'])
  expect(again).toMatchObject(setup)
  expect(goodbye).toBeNull()
})

const codesOf = ({ params }: Answer): readonly string[] => (params?.diagnostics ?? []).map(({ code }) => code)
