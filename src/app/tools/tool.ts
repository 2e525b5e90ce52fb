import type { Catalog } from '../../model/catalog.ts'
import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { Eventually } from '../../model/ports.ts'
import type { ReadRequest } from '../../model/reading/read.ts'
import type { ExplainOptions } from '../explain/explain.ts'
import type { Knowledge } from '../open/open.ts'
import type { Reply } from './reply.ts'

type ToolName = 'catalog' | 'activate' | 'read' | 'query' | 'explain' | 'evidence'

/** What a model can call: the same over MCP and from a program. */
export interface Tool {
  /** Without prefix. */
  readonly name: ToolName
  readonly title: string
  /** When to call it, in words that a search for tools would use. */
  readonly description: string
  /** More words for clients that search tools; only on the tool to call first. */
  readonly hint?: string
  /** The tool is offered only if an entry of this kind exists. */
  readonly needs: 'pack' | 'manifest' | 'either'
  readonly input: FieldTable
  /** All values of an argument, where they can be listed. */
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

/** A tool that is not about knowledge and that a person enabled. */
export interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: FieldTable
  run(args: Readonly<Record<string, unknown>>): Promise<Reply>
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
  /** Returns a text only once. Absent where each call may belong to another conversation. */
  readonly session?: ShownSession
  /** Prefix of tool names, so that none collides with a framework's own. Default: `knowledge_`. */
  readonly toolPrefix?: string
}

/** The name under which a model finds a tool. */
export const toolName = ({ toolPrefix = 'knowledge_' }: Pick<ToolContext, 'toolPrefix'>, name: ToolName): string =>
  `${toolPrefix}${name}`

/** What a model was shown. It is renewed when a reply was not delivered, because the model then lacks its text. */
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

/** Tools take names and refs only, no paths. */
export const isPath = (written: string): boolean =>
  /^[./~\\]|^[A-Za-z]:[\\/]|^file:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(written)

/** Runs a call, and again after a refresh if it read a catalog older than an edit. */
export async function runTool(tool: Tool, args: ToolArguments, call: ToolCall): Promise<Reply> {
  const reply = await tool.run(args, call)
  if (!reply.outdated) return reply
  await call.context.knowledge.refresh()
  await call.context.session?.renew()
  return tool.run(args, call)
}
