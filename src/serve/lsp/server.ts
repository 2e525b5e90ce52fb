import {
  createMessageConnection,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node'
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument'
import type {
  CodeAction,
  CodeActionContext,
  CompletionItem,
  Hover,
  Location,
  Position,
  Range,
} from 'vscode-languageserver-types'
import { completionsAt, definitionAt, describeAt, fixesAt, fixEverything, type Workspace } from '../../app/index.ts'
import { nextTurn } from '../../io/process/next-turn.ts'
import { version } from '../../version.ts'
import {
  completionForm,
  diagnosticForm,
  editForm,
  fixAllKind,
  hoverForm,
  isWanted,
  quickFix,
  rangeIn,
  type FormOptions,
} from './forms.ts'
import { ownRange, pathOf, rangeOf, uriOf } from './places.ts'
import { Publisher } from './publisher.ts'

export interface LanguageServerOptions {
  readonly workspace: Workspace
  /** Served when the client opens no folder. */
  readonly cwd: string
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** The page of a diagnostic code, as a URI. */
  readonly pageOf: (code: string) => string | undefined
  readonly onTrouble: (message: string) => void
}

interface Client {
  readonly capabilities?: {
    readonly workspace?: { readonly didChangeWatchedFiles?: { readonly dynamicRegistration?: boolean } }
    readonly textDocument?: {
      readonly hover?: { readonly contentFormat?: readonly string[] }
      readonly completion?: { readonly completionItem?: { readonly documentationFormat?: readonly string[] } }
    }
  }
  readonly workspaceFolders?: readonly { readonly uri: string }[] | null
  readonly rootUri?: string | null
}

interface TextPlace {
  readonly textDocument: { readonly uri: string }
  readonly position: Position
}

/** Error codes of the protocol. */
const notInitialized = -32002
const invalidRequest = -32600
const requestCancelled = -32800

/** Serves one editor until it disconnects; `true` if it requested a shutdown first. */
export async function serveLanguage(options: LanguageServerOptions): Promise<boolean> {
  const connection = createMessageConnection(options.input, options.output)
  const server = new LanguageServer(connection, options)
  return server.run()
}

class LanguageServer {
  readonly #connection: MessageConnection
  readonly #workspace: Workspace
  readonly #options: LanguageServerOptions
  readonly #publisher: Publisher
  readonly #texts = new Map<string, TextDocument>()
  readonly #forms: FormOptions
  #client: Client | undefined
  #state: 'new' | 'open' | 'ending' = 'new'

  constructor(connection: MessageConnection, options: LanguageServerOptions) {
    this.#connection = connection
    this.#options = options
    this.#workspace = options.workspace
    this.#forms = { uriFor: (path) => this.#texts.get(path)?.uri ?? uriOf(path), pageOf: options.pageOf }
    this.#publisher = new Publisher(options.workspace, {
      publish: (path, findings) => {
        const open = this.#texts.get(path)
        void connection.sendNotification('textDocument/publishDiagnostics', {
          uri: this.#forms.uriFor(path),
          ...(open ? { version: open.version } : {}),
          diagnostics: findings.map((finding) => diagnosticForm(finding, this.#forms)),
        })
      },
      onTrouble: (error) => options.onTrouble(error instanceof Error ? error.message : String(error)),
    })
  }

  run(): Promise<boolean> {
    this.#answerRequests()
    this.#followTexts()
    this.#connection.onError(([error]) => this.#options.onTrouble(error.message))
    return new Promise((done) => {
      const end = (): void => {
        this.#publisher.stop()
        this.#connection.dispose()
        done(this.#state === 'ending')
      }
      this.#connection.onNotification('exit', end)
      this.#connection.onClose(end)
      this.#connection.listen()
    })
  }

  #answerRequests(): void {
    const connection = this.#connection
    connection.onRequest('initialize', (client: Client) => this.#initialize(client))
    connection.onNotification('initialized', () => this.#initialized())
    connection.onRequest('shutdown', () => {
      this.#state = 'ending'
      return null
    })
    this.#answer('textDocument/completion', (place: TextPlace) => this.#complete(place))
    this.#answer('textDocument/hover', (place: TextPlace) => this.#hover(place))
    this.#answer('textDocument/definition', (place: TextPlace) => this.#define(place))
    this.#answer('textDocument/codeAction', (asked: CodeActionRequest) => this.#actions(asked))
  }

  /** Waits one turn first, so that a request that is cancelled at once costs nothing. */
  #answer<Params>(method: string, work: (params: Params) => object | null): void {
    this.#connection.onRequest(method, async (params: Params, token: CancellationToken) => {
      await nextTurn()
      if (token.isCancellationRequested) return new ResponseError(requestCancelled, 'The request was cancelled.')
      if (this.#state === 'new') return new ResponseError(notInitialized, 'The first request is "initialize".')
      if (this.#state === 'ending') return new ResponseError(invalidRequest, 'The server is shutting down.')
      return work(params)
    })
  }

  #initialize(client: Client): object {
    this.#client = client
    this.#state = 'open'
    const uris = client.workspaceFolders?.map(({ uri }) => uri) ?? (client.rootUri ? [client.rootUri] : [])
    const folders = uris.flatMap((uri) => pathOf(uri) ?? [])
    this.#workspace.setFolders(folders.length > 0 || this.#opensNothing(client) ? folders : [this.#options.cwd])
    return {
      serverInfo: { name: 'lorefence', version },
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: 2, save: true },
        completionProvider: { triggerCharacters: [':', ' ', '-', '/', '[', '(', '"'] },
        hoverProvider: true,
        definitionProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    }
  }

  /** An editor with a single file sends null; one that sends nothing means the current folder. */
  #opensNothing = ({ workspaceFolders, rootUri }: Client): boolean => workspaceFolders === null && rootUri === null

  #initialized(): void {
    if (this.#client?.capabilities?.workspace?.didChangeWatchedFiles?.dynamicRegistration)
      void this.#connection.sendRequest('client/registerCapability', {
        registrations: [
          {
            id: 'files',
            method: 'workspace/didChangeWatchedFiles',
            registerOptions: { watchers: [{ globPattern: '**/*' }] },
          },
        ],
      })
    this.#publisher.schedule(this.#workspace.documents())
  }

  #followTexts(): void {
    const connection = this.#connection
    connection.onNotification('textDocument/didOpen', ({ textDocument }: Opened) => {
      const { uri, languageId, version: number, text } = textDocument
      this.#setText(uri, TextDocument.create(uri, languageId, number, text))
    })
    connection.onNotification('textDocument/didChange', ({ textDocument, contentChanges }: Changed) => {
      const path = pathOf(textDocument.uri)
      const text = path === undefined ? undefined : this.#texts.get(path)
      if (text) this.#setText(textDocument.uri, TextDocument.update(text, contentChanges, textDocument.version))
    })
    connection.onNotification(
      'textDocument/didClose',
      ({ textDocument }: { readonly textDocument: { readonly uri: string } }) =>
        this.#setText(textDocument.uri, undefined),
    )
    connection.onNotification('textDocument/didSave', () => this.#startOver())
    connection.onNotification('workspace/didChangeWatchedFiles', () => this.#startOver())
    connection.onNotification('workspace/didChangeWorkspaceFolders', ({ event }: FoldersChanged) => {
      const removed = new Set(event.removed.map(({ uri }) => pathOf(uri)))
      const added = event.added.flatMap(({ uri }) => pathOf(uri) ?? [])
      const before = this.#workspace.documents()
      this.#workspace.setFolders([...this.#workspace.folders.filter((folder) => !removed.has(folder)), ...added])
      this.#publisher.schedule([...before, ...this.#workspace.documents()])
    })
  }

  /** Everything is validated again: any file may be one that a document refers to. */
  #startOver(): void {
    const before = this.#workspace.documents()
    this.#workspace.forget()
    this.#publisher.schedule([...before, ...this.#workspace.documents()])
  }

  #setText(uri: string, text: TextDocument | undefined): void {
    const path = pathOf(uri)
    if (path === undefined) return
    if (text) this.#texts.set(path, text)
    else this.#texts.delete(path)
    this.#publisher.schedule(this.#workspace.setText(path, text?.getText()))
  }

  #at({ textDocument, position }: TextPlace): { path: string; text: TextDocument; offset: number } | undefined {
    const path = pathOf(textDocument.uri)
    const text = path === undefined ? undefined : this.#texts.get(path)
    return path === undefined || !text ? undefined : { path, text, offset: text.offsetAt(position) }
  }

  #complete(place: TextPlace): readonly CompletionItem[] {
    const at = this.#at(place)
    const formats = this.#client?.capabilities?.textDocument?.completion?.completionItem?.documentationFormat
    const markdown = formats?.includes('markdown') === true
    return at
      ? completionsAt(this.#workspace, at.path, at.offset).map((found) => completionForm(found, at.text, markdown))
      : []
  }

  #hover(place: TextPlace): Hover | null {
    const at = this.#at(place)
    const found = at && describeAt(this.#workspace, at.path, at.offset)
    const markdown = this.#client?.capabilities?.textDocument?.hover?.contentFormat?.includes('markdown') === true
    return at && found
      ? { contents: hoverForm(found.about, found.quoted, markdown), range: rangeIn(at.text, found.span) }
      : null
  }

  #define(place: TextPlace): Location | null {
    const at = this.#at(place)
    const found = at && definitionAt(this.#workspace, at.path, at.offset)
    return found ? { uri: this.#forms.uriFor(found.path), range: rangeOf(found.range) } : null
  }

  #actions({ textDocument, range, context }: CodeActionRequest): readonly CodeAction[] {
    const path = pathOf(textDocument.uri)
    if (path === undefined) return []
    const fixes = isWanted('quickfix', context.only) ? fixesAt(this.#workspace, path, ownRange(range)) : []
    const actions = fixes.map(({ title, finding, files }) =>
      quickFix({
        title,
        diagnostics: [diagnosticForm(finding, this.#forms)],
        isPreferred: true,
        edit: editForm(files, this.#forms),
      }),
    )
    // Unless requested, it is offered only beside another fix: editors ask at every move of the cursor.
    if (context.only === undefined ? fixes.length === 0 : !isWanted(fixAllKind, context.only)) return actions
    const all = fixEverything(this.#workspace, path)
    const title = 'Fix everything that lorefence can fix here'
    return all.length === 0 ? actions : [...actions, { title, kind: fixAllKind, edit: editForm(all, this.#forms) }]
  }
}

interface Opened {
  readonly textDocument: {
    readonly uri: string
    readonly languageId: string
    readonly version: number
    readonly text: string
  }
}

interface Changed {
  readonly textDocument: { readonly uri: string; readonly version: number }
  readonly contentChanges: TextDocumentContentChangeEvent[]
}

interface FoldersChanged {
  readonly event: {
    readonly added: readonly { readonly uri: string }[]
    readonly removed: readonly { readonly uri: string }[]
  }
}

interface CodeActionRequest {
  readonly textDocument: { readonly uri: string }
  readonly range: Range
  readonly context: CodeActionContext
}
