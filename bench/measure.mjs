import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Interleaves two functions, so that a busy machine slows both equally. Times are in milliseconds. */
export function race(bare, ours, rounds) {
  const times = { bare: [], ours: [] }
  for (let round = 0; round <= rounds; round++) {
    const one = { bare: timeOf(bare), ours: timeOf(ours) }
    // The first round is a warm-up.
    if (round > 0) for (const side of ['bare', 'ours']) times[side].push(one[side])
  }
  const ratios = times.ours.map((time, i) => time / times.bare[i])
  return {
    bare: median(times.bare),
    ours: median(times.ours),
    ratio: median(ratios),
    lowest: Math.min(...times.ours) / Math.min(...times.bare),
  }
}

/** The same for asynchronous work. */
export async function raceLater(bare, ours, rounds) {
  const times = { bare: [], ours: [] }
  for (let round = 0; round <= rounds; round++)
    for (const [side, work] of Object.entries({ bare, ours })) {
      const start = performance.now()
      await work()
      if (round > 0) times[side].push(performance.now() - start)
    }
  const ratios = times.ours.map((time, i) => time / times.bare[i])
  return { bare: median(times.bare), ours: median(times.ours), ratio: median(ratios) }
}

export function timeOf(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Any outcome counts as finished. */
export function finishing(work) {
  return () => {
    try {
      work()
    } catch {
      // A refusal is a result.
    }
  }
}

/**
 * Runs each case of a bench file in a separate process, so that memory of one case does not affect the next. The file
 * handles a case name on its command line with `answer`.
 */
export function inOwnProcess(file, names) {
  return names.map((name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(file), name], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return { name, ...JSON.parse(stdout) }
  })
}

export async function answer(file, measure) {
  if (process.argv[1] === fileURLToPath(file)) console.log(JSON.stringify(await measure(process.argv[2])))
}
