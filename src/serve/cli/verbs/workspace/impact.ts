import { basename, dirname, resolve } from 'node:path'
import { impactOf, type Impact } from '../../../../app/index.ts'
import { outLine } from '../../render/terminal/print.ts'
import { exitCodes, UsageError, type Call } from '../../verb.ts'
import { scanFor } from './scanned-repositories.ts'
import { argumentOf, isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const impactCommand: SubCommand = { takes: 1, run: impact }

async function impact(opened: OpenedWorkspace, call: Call): Promise<number> {
  const { ports } = opened
  const { terminal } = call
  const written = argumentOf(call) ?? ''
  if (written === '') throw new UsageError('workspace impact needs a file, such as docs/setup.md.')
  const scan = scanFor(opened, call)
  if (!scan) return exitCodes.findings
  const place = resolve(terminal.cwd, written)
  // A file that does not exist, or not any more, has an impact too.
  const folder = ports.files.realPath(dirname(place))
  const file = ports.files.realPath(place) ?? (folder === undefined ? place : `${folder}/${basename(place)}`)
  // All repositories: something may have been declared since the scan.
  const roots = scan.repositories.map(({ root }) => root)
  const found = await impactOf(ports, { roots, file, cwd: terminal.cwd })
  if (isJson(call)) printWorkspace(call, { file, ...found })
  else for (const line of linesOf(found)) outLine(terminal, line)
  if (found.affected.length === 0) terminal.err('It affects no pack, manifest or unit.\n')
  return exitCodes.ok
}

const linesOf = ({ affected, stale, questions }: Impact): readonly string[] => [
  ...affected.map(({ ref, direct, chain }) => {
    const steps = chain.map((step) => `${step.ref} (${step.by})`)
    return direct ? `direct    ${ref}  ${chain[0]?.by}` : `indirect  ${ref}  ${steps.join(' → ')}`
  }),
  ...stale.map(
    ({ what, ref, command }) => `stale     ${what} of ${ref}${command === undefined ? '' : `  run: ${command}`}`,
  ),
  ...questions.map(({ file, task }) => `question  ${file}  ${task}`),
]
