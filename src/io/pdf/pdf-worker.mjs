import { fileURLToPath } from 'node:url'
import { isMainThread, workerData } from 'node:worker_threads'

/**
 * Reads PDFs in a thread of its own, which the caller ends when it takes too long. Nothing in a PDF is run or fetched:
 * no scripts, forms, fonts or images. Character maps come from the folder of pdfjs-dist.
 */

/** The only file here that is not TypeScript: a thread starts from a file that Node can load. */
if (!isMainThread) listen()

function listen() {
  const { port, signal } = workerData
  // Nothing in this thread has a reason to reach out.
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
  // Unread warnings of the reader would keep the process alive.
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => undefined
  const loading = loadReader()
  // Handled below; an unhandled rejection would end the thread.
  loading.catch(() => undefined)
  port.on('message', async ({ bytes, limits }) => {
    const answer = await loading.then(
      (reader) => readPdf(reader, bytes, limits).catch(unreadable),
      () => ({ ok: false, trouble: 'no-reader' }),
    )
    port.postMessage(answer)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
}

async function loadReader() {
  const main = import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')
  withoutDrawing()
  const reader = await import(main)
  reader.GlobalWorkerOptions.workerSrc = new URL('pdf.worker.mjs', main).href
  return { ...reader, maps: fileURLToPath(new URL('../../cmaps/', main)) }
}

/**
 * The reader names what browsers draw with, and would load a native library for it; reading text needs none of that.
 */
function withoutDrawing() {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) globalThis[name] ??= function drawn() {}
  const builtin = process.getBuiltinModule
  const noPackages = {
    createRequire: () => (name) => {
      throw new Error(`"${name}" is not loaded.`)
    },
  }
  process.getBuiltinModule = (name) => (name === 'module' ? noPackages : builtin.call(process, name))
}

const unreadable = (error) => ({ ok: false, trouble: error?.name === 'PasswordException' ? 'password' : 'invalid' })

async function readPdf({ getDocument, maps, VerbosityLevel }, bytes, limits) {
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    stopAtErrors: false,
    maxImageSize: 0,
    cMapUrl: maps,
    cMapPacked: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await task.promise
    if (document.numPages > limits.pages) return { ok: false, trouble: 'pages', count: document.numPages }
    const pages = []
    let length = 0
    for (let number = 1; number <= document.numPages; number++) {
      const text = await pageText(document, number)
      length += text.length
      if (length > limits.length) return { ok: false, trouble: 'length' }
      pages.push(text)
    }
    return { ok: true, pages }
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/** A page that cannot be read does not cost the others. */
async function pageText(document, number) {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: false })
    page.cleanup()
    return joined(linesOf(items))
  } catch {
    return ''
  }
}

/** Lines with their baseline and height; an empty one where the distance to the next is larger than a line. */
function linesOf(items) {
  const lines = []
  let line
  for (const { str, hasEOL, transform, height } of items) {
    line ??= { text: '', at: transform[5], height: 0 }
    line.text += str
    line.height = Math.max(line.height, height)
    if (str.trim() !== '') line.at = transform[5]
    if (!hasEOL) continue
    lines.push(line)
    line = undefined
  }
  if (line) lines.push(line)
  return lines
}

function joined(lines) {
  let text = ''
  let before
  for (const line of lines) {
    const written = line.text
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (written === '') continue
    if (before === undefined) text = written
    else if (isFar(before, line)) text += `\n\n${written}`
    // A word that was hyphenated at the end of its line.
    else if (/\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(written)) text = text.slice(0, -1) + written
    else text += `\n${written}`
    before = line
  }
  return text
}

/** Another paragraph, or another column. */
const isFar = (before, line) =>
  Math.abs(before.at - line.at) > 1.7 * Math.max(before.height, line.height, 1) || line.at > before.at + before.height
