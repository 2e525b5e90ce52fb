import { resolve } from 'node:path'
import { scanWorkspace, storedSummary, type WorkspaceFolder, type WorkspaceScan } from '../../../../app/index.ts'
import { askPerson } from '../../ask-person.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, UsageError, type Call, type Terminal } from '../../verb.ts'
import { argumentOf, isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const scanCommand: SubCommand = { takes: 1, run: scan }

async function scan(opened: OpenedWorkspace, call: Call): Promise<number> {
  const { ports } = opened
  const { terminal } = call
  const added = await addedFolder(opened, call)
  if (added === 'refused') return exitCodes.findings
  const result = await scanWorkspace(ports, added)
  if (isJson(call)) printWorkspace(call, result)
  else printScan(result.scan, `${result.read} read, ${result.removed} gone`, terminal)
  return exitCodes.ok
}

/** The folder that the person turns on now; absent if it is on already. */
async function addedFolder(
  { ports, config }: OpenedWorkspace,
  call: Call,
): Promise<WorkspaceFolder | undefined | 'refused'> {
  const { terminal } = call
  const named = argumentOf(call)
  const folder = resolve(terminal.cwd, named ?? '.')
  const path = ports.files.kindOf(folder) === 'folder' ? ports.files.realPath(folder) : undefined
  if (path === undefined) throw new UsageError(`the folder "${folder}" does not exist.`, 'not-found')
  const folders = storedSummary(ports)?.folders ?? []
  if (folders.some((one) => path === one.path || path.startsWith(`${one.path}/`))) return undefined
  if (named === undefined && folders.length > 0) {
    errLine(terminal, `"${path}" is not one of the folders that are on. To add it: lorefence workspace scan .`)
    return undefined
  }
  errLine(
    terminal,
    `The words of the files in "${path}" are indexed in your state folder, so that they can be searched; ` +
      'the texts are not copied, secrets are masked, and what a .gitignore names is not opened. ' +
      'Nothing leaves this machine. To undo it: lorefence workspace forget',
  )
  const given = await askPerson(call, config, `Index "${visible(path)}"?`)
  return given === undefined ? 'refused' : { path, given, at: ports.clock.now().toISOString() }
}

function printScan({ repositories }: WorkspaceScan, news: string, terminal: Terminal): void {
  const all = repositories.flatMap(({ files }) => files)
  terminal.out(`${counted(all.length, 'file')} in ${counted(repositories.length, 'folder')}: ${news}\n`)
  for (const { root, files, manifests, packs, unusable, leftOut } of repositories) {
    const isEmpty = files.length + manifests.length + packs.length + unusable.length === 0
    if (isEmpty && Object.keys(leftOut).length === 0) continue
    const kinds = countsIn(files.map(({ kind }) => kind))
    const declared = files.filter((file) => file.declared).length
    const parts = [
      kinds || 'no files',
      ...(manifests.length > 0 ? [counted(manifests.length, 'manifest')] : []),
      ...(packs.length > 0 ? [counted(packs.length, 'pack')] : []),
      ...(declared > 0 ? [`${declared} declared`] : []),
    ]
    outLine(terminal, `${root}  ${parts.join(', ')}`)
    const left = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`)
    if (left.length > 0) errLine(terminal, `  left out: ${left.sort().join(', ')}`)
    for (const path of unusable)
      errLine(
        terminal,
        `  "${path}" cannot be used, so nothing in its folder was opened. To see why: lorefence validate`,
      )
  }
}

function countsIn(kinds: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}
