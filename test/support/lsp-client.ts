import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node'
import type { CodeAction, CompletionItem, Diagnostic, Hover, Location, Position } from 'vscode-languageserver-types'
import { tempFolder } from './temp-folder.ts'

export const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

interface Published {
  readonly uri: string
  readonly version?: number
  readonly diagnostics: readonly Diagnostic[]
}

/** An editor with an open folder, connected to the built program. */
export interface Editor {
  readonly folder: string
  readonly connection: MessageConnection
  uri(path: string): string
  open(path: string, text?: string): Promise<void>
  /** Replaces the first occurrence of a text, as an incremental edit. */
  edit(path: string, before: string, after: string): Promise<void>
  /** Resolves with the next matching diagnostics of a file; those that already arrived count, too. */
  diagnostics(path: string, fits?: (published: Published) => boolean): Promise<readonly Diagnostic[]>
  /** The position just after the text, which must occur once. */
  after(path: string, text: string): { readonly textDocument: { readonly uri: string }; readonly position: Position }
  complete(path: string, after: string): Promise<readonly CompletionItem[]>
  hover(path: string, after: string): Promise<Hover | null>
  define(path: string, after: string): Promise<Location | null>
  actions(path: string, diagnostic: Diagnostic, only?: readonly string[]): Promise<readonly CodeAction[]>
  /** Shuts down as editors do; returns the exit code. */
  close(): Promise<number | null>
}

export async function startEditor(
  tree: Readonly<Record<string, string>>,
  { initialize = {}, folder = tempFolder(tree) }: { readonly initialize?: object; readonly folder?: string } = {},
): Promise<Editor> {
  const child = spawn(process.execPath, [program, 'lsp', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const connection = createMessageConnection(child.stdout, child.stdin)
  const published: Published[] = []
  const listeners = new Set<() => void>()
  connection.onNotification('textDocument/publishDiagnostics', (news: Published) => {
    published.push(news)
    for (const listener of listeners) listener()
  })
  connection.onRequest('client/registerCapability', () => null)
  connection.listen()
  const uri = (path: string): string => pathToFileURL(join(folder, path)).href
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: uri(''),
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    ...initialize,
  })
  await connection.sendNotification('initialized', {})
  const texts = new Map<string, { text: string; version: number }>()
  const textOf = (path: string): { text: string; version: number } => {
    const known = texts.get(path)
    if (!known) throw new Error(`"${path}" is not open.`)
    return known
  }
  const placeAfter = (path: string, mark: string): ReturnType<Editor['after']> => {
    const { text } = textOf(path)
    const at = text.indexOf(mark)
    if (at < 0) throw new Error(`"${mark}" is not in "${path}".`)
    return { textDocument: { uri: uri(path) }, position: positionAt(text, at + mark.length) }
  }
  return {
    folder,
    connection,
    uri,
    async open(path, text = readFileSync(join(folder, path), 'utf8')) {
      texts.set(path, { text, version: 1 })
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(path), languageId: 'yaml', version: 1, text },
      })
    },
    async edit(path, before, after) {
      const { text, version } = textOf(path)
      const at = text.indexOf(before)
      texts.set(path, { text: text.slice(0, at) + after + text.slice(at + before.length), version: version + 1 })
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(path), version: version + 1 },
        contentChanges: [
          { range: { start: positionAt(text, at), end: positionAt(text, at + before.length) }, text: after },
        ],
      })
    },
    diagnostics: (path, fits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = published.findLast((news) => news.uri === uri(path) && fits(news))
          if (!found) return
          listeners.delete(look)
          resolve(found.diagnostics)
        }
        listeners.add(look)
        look()
      }),
    after: placeAfter,
    complete: (path, after) => connection.sendRequest('textDocument/completion', placeAfter(path, after)),
    hover: (path, after) => connection.sendRequest('textDocument/hover', placeAfter(path, after)),
    define: (path, after) => connection.sendRequest('textDocument/definition', placeAfter(path, after)),
    actions: (path, diagnostic, only) =>
      connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri: uri(path) },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic], ...(only ? { only } : {}) },
      }),
    async close() {
      const ended = once(child, 'exit')
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      return ((await ended) as [number | null])[0]
    },
  }
}

/** Counts as the protocol does: lines end with LF, CR or CRLF, columns are UTF-16 units. */
function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}
