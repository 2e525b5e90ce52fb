import { checkServerIdentity } from 'node:tls'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import postgres from 'postgres'

/**
 * Queries a database in a separate thread, for callers that block. Not TypeScript, because a thread starts from a file
 * that Node can load.
 */
function listen() {
  const { port, signal, options, verifies } = workerData
  const ssl =
    verifies === undefined ? options.ssl : { ...options.ssl, checkServerIdentity: identity[verifies](options.host) }
  const password = () => options.password
  const backoff = (retries) => Math.min(0.05 * 2 ** retries, 1)
  const sql = postgres({ ...options, ssl, password, backoff, max: 1, onnotice: () => undefined })
  port.on('message', async ({ text, values }) => {
    const answer = await sql.unsafe(text, values, { prepare: true }).then(
      (rows) => ({ ok: true, rows: [...rows] }),
      ({ message, code }) => ({ ok: false, message: message || code || 'unknown' }),
    )
    port.postMessage(answer)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
}

/** A function cannot be passed to a thread, so its inputs are. */
const identity = {
  host: (host) => (_name, certificate) => checkServerIdentity(host, certificate),
  nothing: () => () => undefined,
}

if (!isMainThread) {
  listen()
  const port = parentPort
  port.postMessage('loaded')
}
