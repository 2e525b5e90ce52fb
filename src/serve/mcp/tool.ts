import type * as z from 'zod'
import type { ReadRequest } from '../../app/index.ts'
import type { Door } from './door.ts'
import type { Reply } from './reply.ts'

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly description: string
  /** The tool is offered only if there is one. */
  readonly needs: 'pack' | 'manifest' | 'either'
  readonly input: Input
  /** Other names of arguments that are accepted, by the listed one. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  /** The values of an argument, where all of them can be listed. */
  choices?(door: Door): Readonly<Record<string, readonly string[]>>
  run(args: z.output<Input>, visit: ToolCall): Promise<Reply>
}

/** One call. */
export interface ToolCall extends Pick<ReadRequest, 'signal' | 'onStage' | 'trace'> {
  readonly door: Door
}
