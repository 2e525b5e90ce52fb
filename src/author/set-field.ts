import type { PackReading } from '../parse/pack/pack.ts'

/** The text of a KNOWLEDGE.md with another value for a top-level field that is written on one line; `undefined` where it is not. */
export function withField({ source }: PackReading, name: string, value: string): string | undefined {
  const pointer = `/${name}`
  const located = source.locate?.(new Set([pointer])).get(pointer)
  if (!located?.inline) return undefined
  const offset = source.offset ?? 0
  const { start, end } = located.value
  return `${source.text.slice(0, offset + start)}${value}${source.text.slice(offset + end)}`
}
