import type { Catalog } from '../../model/catalog.ts'
import type { FieldTable, ReadOf } from '../../model/fields.ts'
import type { Eventually } from '../../model/ports.ts'
import type { ReadRequest } from '../../model/read.ts'
import type { ExplainOptions } from '../explain/explain.ts'
import type { Knowledge } from '../open/open.ts'
import type { Reply } from './reply.ts'

export type ToolName = 'catalog' | 'activate' | 'read' | 'query' | 'explain' | 'evidence'

/** What a model can call: the same over MCP and from a program. */
export interface Tool {
  /** Without prefix. */
  readonly name: ToolName
  readonly title: string
  /** When to call it, in words that a search for tools would use. */
  readonly description: string
  /** Further words for clients that search tools, of the one that is to be called first. */
  readonly hint?: string
  /** The tool is offered only if there is one. */
  readonly needs: 'pack' | 'manifest' | 'either'
  readonly input: FieldTable
  /** The values of an argument, where all of them can be listed. */
  choices?(knowledge: Knowledge, catalog: Catalog): Readonly<Record<string, readonly string[]>>
  run(args: ToolArguments, call: ToolCall): Promise<Reply>
}

/** Arguments that were read by the table of the tool. */
export type ToolArguments = Readonly<Record<string, unknown>>

export interface ToolOf<Input extends FieldTable> extends Tool {
  readonly input: Input
  run(args: ArgumentsOf<Input>, call: ToolCall): Promise<Reply>
}

type ArgumentsOf<Input extends FieldTable> = ReadOf<Input> & {
  readonly [
    K in keyof Input & keyof ReadOf<Input> as Input[K] extends { readonly required: true } ? K : never
  ]-?: NonNullable<ReadOf<Input>[K]>
}

/** One call. */
export interface ToolCall extends Pick<ReadRequest, 'signal' | 'onStage' | 'trace'> {
  readonly context: ToolContext
}

/** What every call of one conversation uses. */
export interface ToolContext {
  /** As a model may know it. */
  readonly knowledge: Knowledge
  /** Where a person would run commands; absent for models on other machines, which see no path and no command. */
  readonly commands?: NonNullable<ExplainOptions['commands']>
  /** A text is returned once in it. Absent where every call may be of another conversation. */
  readonly session?: ShownSession
  /** In front of the name of each tool, so that no framework takes it for one of its own. Default: `knowledge_`. */
  readonly toolPrefix?: string
}

/** The name under which a model finds a tool. */
export const toolName = ({ toolPrefix = 'knowledge_' }: Pick<ToolContext, 'toolPrefix'>, name: ToolName): string =>
  `${toolPrefix}${name}`

/** What a model was shown. It starts anew when a reply was not delivered, because the model then lacks its text. */
export interface ShownSession {
  readonly id: string
  renew(): Eventually<void>
}

/** A session that ends with the process. */
export class ModelSession implements ShownSession {
  readonly #next: () => string
  id: string

  constructor(next: () => string) {
    this.#next = next
    this.id = next()
  }

  renew(): void {
    this.id = this.#next()
  }
}
