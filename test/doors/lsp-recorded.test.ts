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

/** What an editor sent while a person edited `knowledge.yaml`; `/WORKSPACE` is the folder. Returns what it was answered. */
async function answersTo(recording: string): Promise<readonly unknown[]> {
  const recorded = readFileSync(`test/fixtures/lsp/${recording}.jsonl`, 'utf8').trim().split('\n')
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
    if (message.id !== undefined && message.method !== undefined)
      results.push((await until(({ id, method }) => id === message.id && method === undefined)).result)
    // A person waited for the findings of each version before it went on.
    else if (message.method === 'textDocument/didChange' || message.method === 'textDocument/didOpen') {
      const { version } = (message as unknown as { params: { textDocument: { version: number } } }).params.textDocument
      results.push(codesOf(await until(({ params }) => params?.version === version)))
    }
  }
  expect(await ended).toEqual([0, null])
  return results
}

const setup = { range: { start: { line: 4, character: 8 }, end: { line: 4, character: 13 } } }
const labelsOf = (completion: unknown): readonly string[] =>
  (completion as { label: string }[]).map(({ label }) => label)
const kindsOf = (actions: unknown): readonly string[] => (actions as { kind: string }[]).map(({ kind }) => kind)

test('a recorded dialogue with Neovim 0.7.2 gets the same answers', { timeout: 60_000 }, async () => {
  const results = await answersTo('neovim-0.7.2')
  const [initialized, opened, hover, definition, completion, changed, actions, fixed, again, goodbye] = results
  expect(initialized).toMatchObject({ serverInfo: { name: 'lorefence' }, capabilities: { positionEncoding: 'utf-16' } })
  expect(opened).toEqual(['KCP305', 'KCP303', 'KCP401'])
  expect(JSON.stringify(hover)).toContain('KCP §4.5')
  expect(definition).toMatchObject(setup)
  expect(labelsOf(completion)).toEqual(['global', 'project', 'module'])
  expect(changed).toEqual(['KCP305', 'KCP401'])
  expect(kindsOf(actions)).toEqual(['quickfix', 'source.fixAll.lorefence'])
  expect(fixed).toEqual(['KCP401'])
  expect(again).toMatchObject(setup)
  expect(goodbye).toBeNull()
})

test('a recorded dialogue with Emacs 28 and eglot 1.9 gets the same answers', { timeout: 60_000 }, async () => {
  const results = await answersTo('emacs-28-eglot-1.9')
  const [initialized, opened, hover, definition, completion, actions, fixed, other, goodbye] = results
  expect(initialized).toMatchObject({ serverInfo: { name: 'lorefence' } })
  // Its mode for YAML is none of the usual ones: what a file is follows from its name.
  expect(opened).toEqual(['KCP305', 'KCP303', 'KCP401'])
  expect(hover).toMatchObject({ contents: { kind: 'plaintext', value: expect.stringContaining('KCP §4.5') } })
  expect(definition).toMatchObject(setup)
  expect(labelsOf(completion)).toEqual(['global', 'project', 'module'])
  expect(kindsOf(actions)).toEqual(['quickfix', 'source.fixAll.lorefence'])
  expect(fixed).toEqual(['KCP303', 'KCP401'])
  expect(other).toMatchObject({ contents: { value: expect.stringContaining('KCP §6.1') } })
  expect(goodbye).toBeNull()
})

const codesOf = ({ params }: Answer): readonly string[] => (params?.diagnostics ?? []).map(({ code }) => code)
