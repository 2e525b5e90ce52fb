import type { FieldTable } from '../../model/fields.ts'
import type { Reply } from './reply.ts'

/** A tool beside those for knowledge, which a person asked for. */
export interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: FieldTable
  run(args: Readonly<Record<string, unknown>>): Promise<Reply>
}
