// `npm run soak`: the test run kills one process in each of 20 rounds; this runs 200 rounds with four. Arguments:
// rounds, processes to kill in each.
import { killRounds } from './kill-rounds.mjs'

const [rounds = 200, victims = 4] = process.argv.slice(2).map(Number)
const { lost, failures, ...counts } = await killRounds(rounds, { victims, life: (round) => 5 + ((round * 37) % 120) })
console.log(JSON.stringify({ ...counts, lost: lost.length, failures: failures.length }))
for (const { segment, line, message } of failures) console.log(`${segment}:${line ?? ''} ${message}`)
if (lost.length > 0 || failures.length > 0 || counts.broken > 0) process.exitCode = 1
