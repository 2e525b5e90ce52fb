import type { Terminal } from '../../verb.ts'
import { resolve } from 'node:path'
import { checkOutputFile, writeOutputFile } from '../../../../io/disk/replace-file.ts'
import { systemFetcher } from '../../../../io/fetch/system-fetcher.ts'
import { codeRows } from '../../../../model/codes/codes.ts'
import type { Fetched, NotFetched } from '../../../../model/distribution/fetch.ts'
import { limits } from '../../../../model/limits.ts'
import { withoutQuery } from '../../../../text/notations/urls.ts'
import { openingFor } from '../../opening.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted, docsPage } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, wholeNumber, type Call, type Verb } from '../../verb.ts'

export const fetchVerb: Verb = {
  name: 'fetch',
  summary: 'fetch a document over HTTPS, from public addresses only, and show what was decided',
  usage: 'fetch <url> [options]',
  inputs: 'an absolute https:// URL; hosts of an intranet need "fetch: {allow: [host:port]}" in your config',
  outputs:
    'address, type, size and digest on stdout, and the bytes in the file of --output, never on stdout; ' +
    'exit 3 when the URL, an address or the response is refused, 2 when the network fails',
  examples: [
    'lorefence fetch https://docs.example.com/knowledge.yaml',
    'lorefence fetch https://docs.example.com/knowledge.yaml --output knowledge.yaml',
    'lorefence fetch https://169.254.169.254/ --json',
  ],
  network:
    'looks up the host and sends one HTTPS request to it and to each host that it redirects to; ' +
    'no credentials and no model are used',
  options: {
    'max-bytes': {
      type: 'string',
      value: 'N',
      doc: `Maximum bytes, at most ${limits.contentBytes}. Default: ${limits.fetchBytes}.`,
    },
    output: {
      type: 'string',
      value: 'FILE',
      doc: 'Write the fetched bytes to FILE; nothing is sent if it cannot be written.',
    },
    'no-cache': { type: 'boolean', doc: 'Do not use the cache.' },
  },
  writesOutput: true,
  async run(call) {
    const { positionals, values, terminal } = call
    const [url, ...more] = positionals
    if (url === undefined || more.length > 0) throw new UsageError('fetch takes one https:// URL.')
    const output = outputIn(call)
    const { config, ports } = await openingFor(call)
    const { cache, clock } = ports
    const fetcher = systemFetcher(config.fetch, { clock, ...(cache && values['no-cache'] !== true ? { cache } : {}) })
    const result = await fetcher.fetch({ url, maxBytes: maxBytesIn(call) })
    if (result.outcome === 'fetched' && output) output.write(result.bytes)
    if (values['json'] === true) printResult(result, output?.file, terminal)
    else if (result.outcome === 'fetched') terminal.out(`${factsText(result, output?.file)}\n`)
    else terminal.err(`${refusalText(result)}\n`)
    return { fetched: exitCodes.ok, refused: exitCodes.denied, failed: exitCodes.trouble }[result.outcome]
  },
}

function maxBytesIn({ values }: Call): number {
  const bytes = wholeNumber(values['max-bytes'], 'max-bytes') ?? limits.fetchBytes
  if (bytes > limits.contentBytes) throw new UsageError(`--max-bytes takes a number up to ${limits.contentBytes}.`)
  return bytes
}

interface Output {
  readonly file: string
  write(bytes: Uint8Array): void
}

/** Nothing is sent when the file could not be written. */
function outputIn({ values, terminal: { cwd } }: Call): Output | undefined {
  const file = text(values['output'])
  if (file === undefined) return undefined
  if (file === '-') throw new UsageError('fetch does not print what it fetched; set --output to a file.')
  const check = (written: ReturnType<typeof checkOutputFile>): void => {
    if (!written.ok) throw new UsageError(`"${file}" was not written. ${written.detail}`)
  }
  const path = resolve(cwd, file)
  check(checkOutputFile(path, { foreign: [cwd] }))
  return { file, write: (bytes) => check(writeOutputFile(path, bytes, { foreign: [cwd] })) }
}

function printResult(result: Fetched | NotFetched, output: string | undefined, terminal: Terminal): void {
  if (result.outcome === 'fetched') {
    const { outcome, url, redirects, address, contentType: type, bytes, digest, cache } = result
    const facts = { outcome, url: withoutQuery(url), redirects, address, type, bytes: bytes.length, digest, cache }
    return printRecord(terminal, { command: 'fetch' }, { ...facts, output })
  }
  const { code, message } = result
  const { name, severity, help } = codeRows[code]
  const diagnostics = [{ code, name, severity, message, help, where: { file: '', pointer: '' } }]
  printRecord(terminal, { command: 'fetch', diagnostics }, { ...result, help })
}

function factsText({ url, redirects, address, contentType, bytes, digest, cache }: Fetched, output?: string): string {
  const rows = [
    ['address', address],
    ...(redirects > 0 ? [['after', counted(redirects, 'redirect')]] : []),
    ['type', contentType ?? 'not stated'],
    ['size', counted(bytes.length, 'byte')],
    ['digest', digest],
    ...(cache === 'unused' ? [] : [['cache', cache]]),
    ...(output === undefined ? [] : [['written', output]]),
  ]
  const lines = rows.map(([label = '', value = '']) => `  ${label.padEnd(8)} ${value}`)
  return [`fetched ${withoutQuery(url)}`, ...lines].map((line) => visible(line)).join('\n')
}

function refusalText({ outcome, code, message }: NotFetched): string {
  return [`${outcome} ${code} ${message} (${docsPage(code)})`, `  ${codeRows[code].help}`]
    .map((line) => visible(line))
    .join('\n')
}
