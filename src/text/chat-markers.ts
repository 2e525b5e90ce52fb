import type { Span } from '../model/diagnostic.ts'

/** Tokens with which chat formats change the speaker; some are everyday words elsewhere, so only what is fenced is looked at for them. */
const markers = [
  /<\|[a-z_]{2,30}\|>/gi,
  /<｜[^｜\n]{1,40}｜>/g,
  /<(?:start_of_turn|end_of_turn|bos|eos)>/gi,
  /<\/s>(?=\s{0,8}(?:<s>|\[inst\]|$))|<s>(?=\s{0,8}\[inst\])/gi,
  /\[\/?(?:inst|available_tools|tool_calls|tool_results|system_prompt)\]/gi,
  /<<\/?sys>>/gi,
  /^[ \t]{0,8}\[system\]/gim,
  /^(?:human|assistant): /gim,
  /<\/?thinking>/gi,
]

export function findChatMarkers(text: string): readonly Span[] {
  if (!/[<[:]/.test(text)) return []
  return markers.flatMap((pattern) => Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length })))
}
