import type { PeerCertificate } from 'node:tls'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { Environment } from '../stores/state-folder.ts'
import { storeAddress, type StoreAddress } from './store-address.ts'

type QueryValue = string | number | Uint8Array | readonly string[] | readonly number[]

/**
 * A database whose answers the caller waits for: selection is synchronous, and reads few things of many that it could
 * need.
 */
export interface WaitingDatabase {
  /** Throws where the database cannot be asked. */
  rows<Row>(text: string, values: readonly QueryValue[]): readonly Row[]
  /** Resolves once its thread is loaded, so that no query waits for that. */
  ready(): Promise<void>
  close(): Promise<void>
}

type Answer = { readonly ok: true; readonly rows: readonly never[] } | { readonly ok: false; readonly message: string }

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly signal: Int32Array
  readonly loaded: Promise<void>
}

/** Milliseconds: the database ends a statement before that. */
const [statementTimeout, longestWait] = [10_000, 30_000]

export function waitForDatabase(url: string, env: Environment): WaitingDatabase {
  const address = storeAddress(url, env)
  let thread: Thread | undefined
  const end = async (): Promise<void> => {
    const ended = thread
    thread = undefined
    ended?.port.close()
    await ended?.worker.terminate()
  }
  return {
    rows<Row>(text: string, values: readonly QueryValue[]): readonly Row[] {
      const { port, signal } = (thread ??= startThread(address))
      Atomics.store(signal, 0, 0)
      port.postMessage({ text, values })
      Atomics.wait(signal, 0, 0, longestWait)
      const answer = receiveMessageOnPort(port)?.message as Answer | undefined
      // An answer that comes later must not be taken for that of another question.
      if (!answer) void end()
      const trouble = answer?.ok ? undefined : (answer?.message ?? 'it does not answer')
      if (trouble !== undefined) throw new Error(`the store ${address.shown} cannot be used now: ${trouble}`)
      return answer?.ok ? answer.rows : []
    },
    ready: () => (thread ??= startThread(address)).loaded,
    close: end,
  }
}

function startThread({ host, port: number, database, user, password, tls }: StoreAddress): Thread {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const { checkServerIdentity, ...ssl } = typeof tls === 'object' ? tls : {}
  const options = {
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : {}),
    host,
    port: number,
    database,
    user,
    password,
    ssl: typeof tls === 'object' ? ssl : tls,
    connect_timeout: 5,
    idle_timeout: 60,
    connection: { application_name: 'lorefence', statement_timeout: statementTimeout, search_path: 'pg_catalog' },
  }
  // Functions are not passed to threads. One that compares nothing finds no fault in a certificate without a name.
  const verifies = checkServerIdentity?.(host, {} as PeerCertificate) === undefined ? 'nothing' : 'host'
  const worker = new Worker(new URL('./query-worker.mjs', import.meta.url), {
    workerData: { port: port2, signal, options, ...(checkServerIdentity ? { verifies } : {}) },
    transferList: [port2],
    env: {},
    execArgv: [],
  })
  const loaded = new Promise<void>((resolve) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => resolve())
  })
  // The wait ends as well, and the next question starts another thread.
  worker.on('error', () => undefined)
  // Until it is loaded a program waits for it.
  void loaded.then(() => worker.unref())
  port1.unref()
  return { worker, port: port1, signal, loaded }
}
