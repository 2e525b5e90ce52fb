import type { Message } from '../../model/memory.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { cutText } from './stored-text.ts'

/** Of the envelope, and of the heading of each message. */
const envelopeTokens = 70
const headingTokens = 20

/** The first messages that fit; at least one, which is cut where it is longer. */
export function withinTokens(messages: readonly Message[], budget: number): readonly Message[] {
  let left = budget - envelopeTokens
  const taken: Message[] = []
  for (const message of messages) {
    // Each line is indented.
    const tokens = estimateTokens(message.text.replaceAll('\n', '\n  ')) + headingTokens
    if (tokens > left && taken.length > 0) break
    taken.push(tokens > left ? shortened(message, Math.max(headingTokens, left - headingTokens)) : message)
    left -= tokens
  }
  return taken
}

/** Halved until it fits: the share of tokens differs within a text. */
function shortened(message: Message, tokens: number): Message {
  let length = message.text.length
  while (length > 1 && estimateTokens(cutText(message.text, 0, length).replaceAll('\n', '\n  ')) > tokens)
    length = Math.floor(length / 2)
  return { ...message, text: `${cutText(message.text, 0, length)} […]` }
}
