import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { limits } from '../../model/limits.ts'
import type { PdfText } from '../../model/ports.ts'
import { joinPages } from '../../text/positions/pages.ts'

type Answer =
  | { readonly ok: true; readonly pages: readonly string[] }
  | {
      readonly ok: false
      readonly trouble: 'no-reader' | 'password' | 'invalid' | 'pages' | 'length'
      readonly count?: number
    }

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly signal: Int32Array
}

/** Loaded with the first PDF and reused, because loading takes longer than reading most PDFs. */
let thread: Thread | undefined

/** Text of a PDF, each page after a line with its number. Waits for a thread that is ended when it takes too long. */
export function pdfText(
  bytes: Uint8Array,
  { milliseconds = limits.pdfMilliseconds }: { readonly milliseconds?: number } = {},
): PdfText {
  if (!isPdf(bytes)) return { ok: false, detail: 'It is not a PDF.' }
  const answer = ask(bytes, milliseconds)
  if (answer === undefined)
    return {
      ok: false,
      detail: `The PDF cannot be read within ${milliseconds / 1000} seconds and ${heapMegabytes} MB.`,
    }
  if (answer.ok) return { ok: true, text: joinPages(answer.pages) }
  return { ok: false, detail: details[answer.trouble](answer.count ?? 0) }
}

/** The version that was tested; newer ones need a newer Node. */
const reader = 'pdfjs-dist@5.6.205'

const details: Readonly<Record<Exclude<Answer, { ok: true }>['trouble'], (count: number) => string>> = {
  'no-reader': () =>
    `To read PDFs, install their reader beside lorefence: npm install ${reader} ` +
    '(with -g if lorefence is installed globally).',
  password: () => 'The PDF is encrypted with a password.',
  invalid: () => 'The PDF is damaged and cannot be read.',
  pages: (count) => `The PDF has ${count} pages; at most ${limits.pdfPages} are read.`,
  length: () => `The text of the PDF is longer than ${limits.pdfTextLength} characters.`,
}

/** The mark may follow a few other bytes. */
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-')

const heapMegabytes = 512

/** `undefined` when no answer came in time. */
function ask(bytes: Uint8Array, milliseconds: number): Answer | undefined {
  const { worker, port, signal } = (thread ??= startThread())
  Atomics.store(signal, 0, 0)
  // The reader takes the bytes over, so it gets a copy.
  const copy = Uint8Array.from(bytes)
  port.postMessage({ bytes: copy, limits: { pages: limits.pdfPages, length: limits.pdfTextLength } }, [copy.buffer])
  Atomics.wait(signal, 0, 0, milliseconds)
  const answer = receiveMessageOnPort(port)?.message as Answer | undefined
  if (answer === undefined) {
    void worker.terminate()
    port.close()
    thread = undefined
  }
  return answer
}

function startThread(): Thread {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./pdf-worker.mjs', import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
    env: {},
    execArgv: [],
    // Its output must not reach the output of this process.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  // Too much memory ends the thread; the wait above ends as well.
  worker.on('error', () => undefined)
  worker.unref()
  port1.unref()
  return { worker, port: port1, signal }
}
