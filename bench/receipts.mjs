import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listReceipts, openKnowledge, verifyReceipts } from '../dist/index.js'
import { packText } from './data.mjs'
import { median, raceLater } from './measure.mjs'

export const title =
  'Receipts: a recorded read against a bare durable write, verifying and listing against parsing the lines'

const reads = 300

export async function run() {
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  process.env.LOREFENCE_STATE = join(scratch, 'state')
  try {
    const times = await readMany(scratch)
    const folder = join(scratch, 'state', 'receipts')
    const kept = {
      segments: () =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .sort(),
      segment: (name) => readFileSync(join(folder, name), 'utf8'),
    }
    const lines = kept.segments().flatMap((name) => kept.segment(name).trimEnd().split('\n'))
    const parse = () =>
      kept.segments().flatMap((name) =>
        kept
          .segment(name)
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      )
    return [
      {
        name: `one read, of ${reads}`,
        bare: median(times.bare),
        ours: median(times.ours),
        ratio: median(times.ours) / median(times.bare),
        bytes: Buffer.byteLength(lines.at(-1)),
      },
      { name: `verify ${lines.length - 1} receipts`, ...(await raceLater(parse, () => verifyReceipts(kept), 9)) },
      { name: `list ${lines.length - 1} receipts`, ...(await raceLater(parse, () => listReceipts(kept), 9)) },
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Each read is paired with a durable append of as many bytes, so that a busy disk slows both. */
async function readMany(scratch) {
  mkdirSync(join(scratch, 'work', 'kiosk', 'compiled'), { recursive: true })
  writeFileSync(join(scratch, 'work', 'kiosk', 'KNOWLEDGE.md'), packText(1))
  writeFileSync(join(scratch, 'work', 'kiosk', 'compiled', 'facts.md'), '# Battery\n\nThe battery lasts nine hours.\n')
  const knowledge = await openKnowledge({ roots: [join(scratch, 'work')], trustAll: true })
  const times = { bare: [], ours: [] }
  const line = `${'x'.repeat(2000)}\n`
  for (let count = 0; count < reads; count++) {
    const start = performance.now()
    append(join(scratch, 'bare'), line)
    const between = performance.now()
    await knowledge.read({ task: 'How long does the battery last?' })
    times.bare.push(between - start)
    times.ours.push(performance.now() - between)
  }
  return times
}

function append(path, line) {
  const descriptor = openSync(path, 'a')
  writeSync(descriptor, line)
  fdatasyncSync(descriptor)
  closeSync(descriptor)
}
