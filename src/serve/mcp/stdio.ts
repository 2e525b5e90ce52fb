import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { answeringTransport } from './answering-transport.ts'
import { ModelSession } from '../../app/index.ts'
import type { Door } from './door.ts'
import { buildServer, type LiveServer } from './server.ts'

/** Serves one client, by default over stdin and stdout, until it disconnects. */
export async function serveMcp(door: Door, transport: Transport = answeringTransport()): Promise<void> {
  const live = new Set<LiveServer>()
  serveStdio(
    () => {
      const built = buildServer({ ...door, session: new ModelSession(() => crypto.randomUUID()) })
      live.add(built)
      return built.server
    },
    { transport, onerror: ({ message }) => door.onTrouble?.(message) },
  )
  const stop = door.knowledge.onChange(() => {
    for (const built of live) if (built.server.isConnected()) built.update()
  })
  await closed(transport)
  stop()
  await door.knowledge.close()
}

function closed(transport: Transport): Promise<void> {
  const onclose = transport.onclose?.bind(transport)
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
