import type * as z from 'zod'
import type { ReadRequest } from '../../app/index.ts'
import type { Door, ToolName } from './door.ts'
import type { Reply } from './reply.ts'

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** Without prefix. */
  readonly name: ToolName
  readonly title: string
  /** When to call it, in words that a search for tools would use. */
  readonly description: string
  /** Further words for clients that search tools, of the one that is to be called first. */
  readonly hint?: string
  /** The tool is offered only if there is one. */
  readonly needs: 'pack' | 'manifest' | 'either'
  readonly input: Input
  /** The values of an argument, where all of them can be listed. */
  choices?(door: Door): Readonly<Record<string, readonly string[]>>
  run(args: z.output<Input>, visit: ToolCall): Promise<Reply>
}

/** One call. */
export interface ToolCall extends Pick<ReadRequest, 'signal' | 'onStage' | 'trace'> {
  readonly door: Door
}
