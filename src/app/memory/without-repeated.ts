import type { Message } from '../../model/memory.ts'

/** Of a message that is written again at the same time with more text, only the longest is kept. */
export function withoutRepeated(
  before: readonly Message[],
  wanted: readonly Message[],
): { readonly kept: readonly Message[]; readonly added: readonly Message[] } {
  const longest = new Map<string, Message[]>()
  const known = new Set(before)
  for (const message of [...before, ...wanted]) {
    const key = `${message.time}\n${message.role}`
    const others = longest.get(key) ?? []
    if (others.some(({ text }) => text.startsWith(message.text))) continue
    longest.set(key, [...others.filter(({ text }) => !message.text.startsWith(text)), message])
  }
  const remaining = new Set([...longest.values()].flat())
  return {
    kept: before.filter((message) => remaining.has(message)),
    added: wanted.filter((message) => remaining.has(message) && !known.has(message)),
  }
}
