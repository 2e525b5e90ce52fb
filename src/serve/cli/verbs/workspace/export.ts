import { resolve } from 'node:path'
import { exportKcp, storedScan } from '../../../../app/index.ts'
import { errLine } from '../../render/terminal/print.ts'
import { choice, exitCodes, UsageError, type Call } from '../../verb.ts'
import { argumentOf, howToTurnOn, isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const exportCommand: SubCommand = { takes: 1, run: exportManifest }

async function exportManifest({ ports }: OpenedWorkspace, call: Call): Promise<number> {
  const { terminal, values } = call
  choice(values['format'] ?? 'kcp', 'format', ['kcp'])
  const scan = storedScan(ports)
  if (!scan) {
    terminal.err(howToTurnOn)
    return exitCodes.findings
  }
  const root = chosenRoot(
    scan.repositories.map((repository) => repository.root),
    ports.files.realPath(resolve(terminal.cwd, argumentOf(call) ?? '.')),
  )
  const exported = exportKcp(ports, root)
  if (isJson(call)) printWorkspace(call, { root, ...exported }, exported.ok)
  else if (exported.ok) terminal.out(exported.text)
  else errLine(terminal, `${root}: ${exported.reason}`)
  return exported.ok ? exitCodes.ok : exitCodes.findings
}

/** The repository of a path; if it is in none, the only one that there is. */
function chosenRoot(roots: readonly string[], path: string | undefined): string {
  const around = roots.filter((root) => path === root || path?.startsWith(`${root}/`))
  const nearest = around.toSorted((a, b) => b.length - a.length)[0] ?? (roots.length === 1 ? roots[0] : undefined)
  if (nearest !== undefined) return nearest
  throw new UsageError(`workspace export needs one of the scanned repositories: ${roots.slice(0, 20).join(', ')}`)
}
