import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { heldInput } from '../../io/process/held-input.ts'

/** A stream of notifications, which has no reply. */
const endless = 'subscriptions/listen'

/** Messages over stdin and stdout. If the input ends, as with a pipe, calls in progress are still answered. */
export function answeringTransport(held = heldInput()): Transport {
  const inner = new StdioServerTransport(held.input)
  const waiting = new Set<RequestId>()
  let hasEnded = false
  const releaseIfAnswered = (): void => {
    if (hasEnded && waiting.size === 0) held.release()
  }
  const answered = (id: RequestId | undefined): void => {
    if (id !== undefined) waiting.delete(id)
    releaseIfAnswered()
  }
  const received = (message: JSONRPCMessage): void => {
    if (!('method' in message)) return
    if ('id' in message && message.method !== endless) waiting.add(message.id)
    if (message.method === 'notifications/cancelled') answered(message.params?.['requestId'] as RequestId | undefined)
  }
  const outer: Transport = {
    async start() {
      inner.onmessage = (message) => {
        received(message)
        outer.onmessage?.(message)
      }
      inner.onerror = (error) => outer.onerror?.(error)
      inner.onclose = () => outer.onclose?.()
      await inner.start()
      held.start(() => {
        hasEnded = true
        releaseIfAnswered()
      })
    },
    async send(message) {
      await inner.send(message)
      if (!('method' in message) && 'id' in message) answered(message.id)
    },
    close: () => inner.close(),
  }
  return outer
}
