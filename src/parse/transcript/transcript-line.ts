import type { MessageRole } from '../../model/records/memory.ts'
import { isObject } from '../read-fields.ts'

export interface ReadMessage {
  readonly role: MessageRole
  readonly text: string
  /** Where a line has several messages, each with its time. */
  readonly time?: string | undefined
}

/** The content of one transcript line; an absent value is that of an earlier line. */
export interface TranscriptLine {
  readonly session?: string | undefined
  /** The folder that the client ran in. */
  readonly folder?: string | undefined
  readonly time?: string | undefined
  readonly subAgent?: boolean | undefined
  readonly messages: readonly ReadMessage[]
}

export type Fields = Readonly<Record<string, unknown>>

/** A half-written or damaged line is `undefined`. */
export function fieldsOfLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The time of a line in one notation, so that times compare as texts. */
export function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** The texts of a content: one text, or a list of blocks. */
export function contentTexts(content: unknown): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => nonEmptyText(block) ?? nonEmptyText(fieldsOf(block)['text']) ?? [])
}

export const messages = (role: MessageRole, texts: readonly string[]): readonly ReadMessage[] =>
  texts.filter((text) => role !== 'user' || !isFromClient(text)).map((text) => ({ role, text }))

/** Text about its environment that a client adds as if the user had written it. */
const isFromClient = (text: string): boolean =>
  /^\s*<(?:environment_context|session_context|user_instructions)>/.test(text)

/** A call of a tool as one text: its name and the texts of its arguments. */
export const callText = (name: unknown, input: unknown): string =>
  [nonEmptyText(name) ?? 'tool', ...textsIn(input)].join('\n')

const deepest = 8

/** Every text in a value, however it is nested. */
export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || depth === deepest) return []
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1))
}
