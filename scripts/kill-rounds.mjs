// Four processes read; in every round some of them are killed while reading, and replaced. Every acknowledged record
// must exist, every chain must verify, and no concurrent reader may see a broken line.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const library = new URL('../dist/index.js', import.meta.url).href
const processes = 4
const pack =
  '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n'
const facts = '# Battery\n\nThe battery lasts nine hours.\n\n# Screen\n\nThe screen is covered for 24 months.\n'

/**
 * In each round, the oldest `victims` of the four are killed `life(round)` milliseconds after they start reading; after
 * the last round, all.
 */
export async function killRounds(rounds, { victims, life }) {
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-kill-'))
  try {
    mkdirSync(join(scratch, 'work', 'kiosk', 'compiled'), { recursive: true })
    writeFileSync(join(scratch, 'work', 'kiosk', 'KNOWLEDGE.md'), pack)
    writeFileSync(join(scratch, 'work', 'kiosk', 'compiled', 'facts.md'), facts)
    return await run(scratch, rounds, { victims, life })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function run(scratch, rounds, { victims, life }) {
  const { listReceipts, verifyReceipts } = await import(library)
  const receipts = segmentsIn(join(scratch, 'state', 'receipts'))
  const growing = grownOf(receipts)
  const acknowledged = new Set()
  const outcome = { rounds, acknowledged: 0, kept: 0, lost: [], broken: 0, unfinished: 0, looks: 0, failures: [] }
  const readers = Array.from({ length: processes }, () => startReader(scratch, acknowledged))
  for (let round = 0; round < rounds; round++) {
    const killed = readers.splice(0, round === rounds - 1 ? processes : victims)
    await Promise.all(killed.map(({ reading }) => reading))
    const end = performance.now() + life(round)
    while (performance.now() < end) {
      outcome.broken += (await listReceipts(growing)).damaged.length
      outcome.looks++
      await setTimeout(3)
    }
    for (const { child } of killed) child.kill('SIGKILL')
    await Promise.all(killed.map(({ ended }) => ended))
    if (round < rounds - 1) readers.push(...killed.map(() => startReader(scratch, acknowledged)))
  }
  const kept = new Set((await listReceipts(receipts)).receipts.map(({ id }) => id))
  const verified = await verifyReceipts(receipts)
  return {
    ...outcome,
    acknowledged: acknowledged.size,
    kept: kept.size,
    lost: [...acknowledged].filter((id) => !kept.has(id)),
    unfinished: verified.segments.filter(({ unfinished }) => unfinished).length,
    failures: verified.failures,
  }
}

/** A process that reads in a loop and prints the id of each receipt once it has the text. */
function startReader(scratch, acknowledged) {
  const env = { ...process.env, LOREFENCE_STATE: join(scratch, 'state'), HOME: scratch }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'read', join(scratch, 'work')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let rest = ''
  let begin
  const reading = new Promise((resolve) => (begin = resolve))
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) acknowledged.add(line)
    if (lines.length > 0) begin()
  })
  const ended = new Promise((resolve) => child.once('close', () => (begin(), resolve())))
  return { child, reading, ended }
}

/** The segments as any other process sees them. */
function segmentsIn(folder) {
  return {
    folder,
    segments: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort(),
    segment: (name) => readFileSync(join(folder, name), 'utf8'),
  }
}

/**
 * Only segments that have grown since the last look: reading all of them hundreds of times would leave time for nothing
 * else.
 */
function grownOf({ folder, segments, segment }) {
  const sizes = new Map()
  const hasGrown = (name) => sizes.get(name) !== sizes.set(name, statSync(join(folder, name)).size).get(name)
  return { segments: () => segments().filter(hasGrown), segment }
}

async function readForever(root) {
  const { openKnowledge } = await import(library)
  const knowledge = await openKnowledge({ roots: [root], trustAll: true })
  for (;;) {
    const { receipt } = await knowledge.read({ task: 'How long does the battery last?' })
    writeSync(1, `${receipt.id}\n`)
    // Leaves CPU time to processes that are just starting.
    await setTimeout(8)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'read') await readForever(process.argv[3])
