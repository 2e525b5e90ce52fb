import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadJson, saveJson } from '../disk/json-file.ts'
import { writePrivateFile } from '../disk/private-file.ts'
import { receiptStore } from '../receipts/receipt-store.ts'
import { SegmentHeads } from '../receipts/segment-heads.ts'
import { keyedFiles } from './keyed-files.ts'
import { operatorKey } from './operator-key.ts'
import { ensurePrivateFolder } from './state-folder.ts'
import { entryStores, type StoreLine } from './store-lines.ts'

/** Everything that the files of a state folder store. */
export async function* linesOfFiles(state: string): AsyncGenerator<StoreLine> {
  for (const store of entryStores)
    for (const [key, value] of keyedFiles(join(state, store)).entries())
      yield { kind: 'entry', store, entry: { key, value } }
  for (const name of namesIn(join(state, 'sessions'), '.json'))
    yield { kind: 'session', session: name.slice(0, -5), given: loadJson(join(state, 'sessions', name), {}) }
  for (const name of namesIn(join(state, 'usage'), '.jsonl'))
    yield* usageOf(join(state, 'usage', name), name.slice(0, -6))
  const receipts = receiptStore(state)
  // Before the segments: every record that has a head by now is in them.
  const heads = (await receipts.heads?.()) ?? []
  for (const name of await receipts.segments()) {
    const complete = (await receipts.segment(name)).split('\n').slice(0, -1)
    yield { kind: 'segment', name, lines: complete }
  }
  for (const { segment, link } of heads) yield { kind: 'head', segment, link }
  if (existsSync(join(state, 'key'))) yield { kind: 'secret', key: operatorKey(state) }
}

/** Fills an empty state folder. */
export async function linesIntoFiles(state: string, lines: AsyncIterable<StoreLine>): Promise<void> {
  const used = [...entryStores, 'sessions', 'usage', 'receipts'].filter(
    (name) => namesIn(join(state, name), '').length > 0,
  )
  if (used.length > 0) throw new Error(`${state} is not empty (${used.join(', ')}); nothing was imported.`)
  ensurePrivateFolder(state)
  const heads = new SegmentHeads(join(state, 'receipts', 'heads'))
  for await (const line of lines) {
    if (line.kind === 'entry') keyedFiles(join(state, line.store)).put(line.entry.key, line.entry.value)
    else if (line.kind === 'session') saveJson(join(state, 'sessions', `${line.session}.json`), line.given)
    else if (line.kind === 'usage') appendUsage(state, line)
    else if (line.kind === 'head') await heads.add(line)
    else if (line.kind === 'secret') writePrivateFile(join(state, 'key'), `${line.key}\n`)
    else {
      ensurePrivateFolder(join(state, 'receipts'))
      const text = line.lines.map((one) => `${one}\n`).join('')
      writeFileSync(join(state, 'receipts', line.name), text, { flag: 'wx', mode: 0o600 })
    }
  }
}

function namesIn(folder: string, ending: string): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
    : []
}

function* usageOf(file: string, day: string): Generator<StoreLine> {
  const times = new Map<string, number[]>()
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const [ref, time] = JSON.parse(line) as [string, number]
    times.set(ref, [...(times.get(ref) ?? []), time])
  }
  for (const [ref, known] of [...times].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { kind: 'usage', ref, day, requests: known.length, times: known }
}

/** Requests without a known time get the start of the day: they count for the day and for no recent minute. */
function appendUsage(
  state: string,
  { ref, day, requests, times }: Extract<StoreLine, { readonly kind: 'usage' }>,
): void {
  const earlier = Array.from({ length: Math.max(0, requests - times.length) }, () => Date.parse(`${day}T00:00:00Z`))
  const folder = join(state, 'usage')
  ensurePrivateFolder(folder)
  const text = [...earlier, ...times].map((time) => `${JSON.stringify([ref, time])}\n`).join('')
  writeFileSync(join(folder, `${day}.jsonl`), text, { flag: 'a', mode: 0o600 })
}
