import { isWorkspaceOn, storedScan } from '../../../../app/index.ts'
import { askPerson } from '../../ask-person.ts'
import { errLine } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, type Call } from '../../verb.ts'
import { isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const forgetCommand: SubCommand = { takes: 0, run: forget }

async function forget({ ports, config }: OpenedWorkspace, call: Call): Promise<number> {
  const { terminal } = call
  const files = (readableScan(ports)?.repositories ?? []).flatMap((repository) => repository.files)
  const question = `Forget what is stored of ${counted(files.length, 'file')}, and turn it off?`
  if (isWorkspaceOn(ports) && (await askPerson(call, config, question)) === undefined) return exitCodes.findings
  const left = await ports.store.exclusively(async () => ports.store.removeAll())
  const isGone = left.length === 0
  if (isJson(call)) printWorkspace(call, { files: files.length, left, on: !isGone }, isGone)
  else if (isGone)
    terminal.out('Nothing is stored of any folder, and nothing is scanned until you run "lorefence workspace scan".\n')
  for (const path of left) errLine(terminal, `"${path}" cannot be removed.`)
  return isGone ? exitCodes.ok : exitCodes.findings
}

/** A damaged scan can be forgotten too. */
function readableScan(ports: OpenedWorkspace['ports']): ReturnType<typeof storedScan> {
  try {
    return storedScan(ports)
  } catch {
    return undefined
  }
}
