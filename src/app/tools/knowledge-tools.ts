import {
  argumentSchema,
  strictArgumentSchema,
  type ArgumentSchema,
  type StrictArgumentSchema,
} from '../../author/schema/json-schema.ts'
import type { Knowledge } from '../open/open.ts'
import { readArguments } from './arguments.ts'
import { textsOf } from './reply.ts'
import { runTool, toolName, type Tool, type ToolContext } from './tool.ts'
import { isOffered, tools } from './tools.ts'

export interface ToolsOptions {
  /** Prefix of tool names. Default: `knowledge_`. */
  readonly prefix?: string
  /** Schemas for strict modes: no other argument, all of them required, `null` for an absent one. */
  readonly strict?: boolean
}

export type StrictToolsOptions = ToolsOptions & { readonly strict: true }

/** A tool for any agent framework. */
export interface KnowledgeTool<Schema extends ArgumentSchema = ArgumentSchema> {
  readonly name: string
  /** When to call it, for the model. */
  readonly description: string
  /** The arguments, as JSON Schema. */
  readonly parameters: Schema
  /**
   * The text for the model: fenced knowledge, and a line on what is missing, weak or not released. Rejects only when
   * aborted or when the knowledge cannot be read; the message names nothing of this machine, but its `cause` may.
   */
  execute(args: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<string>
}

/** `Knowledge.tools`: those that have something to offer now (AK-346), with a context for each conversation. */
export function toolsIn(newContext: () => ToolContext): Knowledge['tools'] {
  function toolsFor(options: StrictToolsOptions): readonly KnowledgeTool<StrictArgumentSchema>[]
  function toolsFor(options?: ToolsOptions): readonly KnowledgeTool[]
  function toolsFor({ prefix, strict = false }: ToolsOptions = {}): readonly KnowledgeTool[] {
    const context = { ...newContext(), ...(prefix === undefined ? {} : { toolPrefix: prefix }) }
    const { catalog } = context.knowledge
    const schemaOf = strict ? strictArgumentSchema : argumentSchema
    return tools
      .filter((tool) => isOffered(tool, catalog))
      .map((tool) => ({
        name: toolName(context, tool.name),
        description: tool.description,
        parameters: schemaOf(tool.input),
        execute: (args, { signal } = {}) => execute(tool, args, { context, signal }),
      }))
  }
  return toolsFor
}

async function execute(
  tool: Tool,
  written: unknown,
  { context, signal }: { readonly context: ToolContext; readonly signal: AbortSignal | undefined },
): Promise<string> {
  signal?.throwIfAborted()
  const read = readArguments(tool.input, written)
  if ('problems' in read) return `${read.problems.join(' ')} Correct it and call again.`
  try {
    const reply = await runTool(tool, read.args, { context, ...(signal ? { signal } : {}) })
    signal?.throwIfAborted()
    return textsOf(reply).join('\n')
  } catch (error) {
    // The model did not get the text.
    await context.session?.renew()
    signal?.throwIfAborted()
    // Frameworks show the message of an error to the model.
    throw new Error('The knowledge cannot be read now; the operator can see why.', { cause: error })
  }
}
