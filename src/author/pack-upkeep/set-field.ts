import type { PackReading } from '../../parse/pack/pack.ts'

/** The text of a KNOWLEDGE.md with a new value for a top-level field; `undefined` unless the field is on one line. */
export function withField({ source }: PackReading, name: string, value: string): string | undefined {
  const pointer = `/${name}`
  const located = source.locate?.(new Set([pointer])).get(pointer)
  if (!located?.inline) return undefined
  const offset = source.offset ?? 0
  const { start, end } = located.value
  return `${source.text.slice(0, offset + start)}${value}${source.text.slice(offset + end)}`
}
