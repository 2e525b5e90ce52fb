import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expected } from './expected.ts'
import { logVariable, type Outcome } from './outcome.ts'

/** Before the tests: a file for their outcomes. After them: how many receipts there were, and which did not replay to the same bytes, with the reason. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-replay-'))
  const log = join(folder, 'outcomes.jsonl')
  writeFileSync(log, '')
  process.env[logVariable] = log
  return () => {
    const outcomes = readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Outcome)
    rmSync(folder, { recursive: true })
    const { text, ok } = reportOn(outcomes)
    process.stdout.write(text)
    if (!ok) process.exitCode = 1
  }
}

function reportOn(outcomes: readonly Outcome[]): { readonly text: string; readonly ok: boolean } {
  const unlike = outcomes.filter(({ detail }) => detail !== undefined)
  const lines = unlike.map(
    (outcome) =>
      `${nameOf(outcome)}\n    ${outcome.kind} ${outcome.detail}\n    ${expected[nameOf(outcome)] ?? 'NOT EXPECTED'}\n`,
  )
  const names = new Set(unlike.map(nameOf))
  const mended = [...new Set(outcomes.map(nameOf))]
    .filter((name) => name in expected && !names.has(name))
    .map((name) => `${name}\n    is identical now; take it out of the list.\n`)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))]
    .sort()
    .map((kind) => `${outcomes.filter((outcome) => outcome.kind === kind).length} ${kind}`)
  const sum = `${outcomes.length} receipts replayed (${kinds.join(', ')}): ${outcomes.length - unlike.length} identical, ${unlike.length} not. Those of programs that tests start are not among them.\n`
  return {
    text: [...lines, ...mended, sum].join(''),
    ok: unlike.every((outcome) => nameOf(outcome) in expected) && mended.length === 0,
  }
}

const nameOf = ({ file, test }: Outcome): string => `${relative('.', file)} > ${test}`
