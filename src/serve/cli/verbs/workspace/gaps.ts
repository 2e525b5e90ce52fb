import {
  commandsForGaps,
  findGaps,
  listReceipts,
  messagesOfProject,
  usableUnits,
  type Gap,
} from '../../../../app/index.ts'
import { gitHistories } from '../../../../io/git/histories.ts'
import { memoryFor } from '../../memory-for.ts'
import { ownPorts } from '../../opening.ts'
import { errCommands, outLine } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, wholeNumber, type Call } from '../../verb.ts'
import { knowledgeIn, scanFor, shortPath } from './scanned-repositories.ts'
import { isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const gapsCommand: SubCommand = { takes: 0, run: gaps }

const mostGaps = 20

async function gaps(opened: OpenedWorkspace, call: Call): Promise<number> {
  const { ports } = opened
  const { terminal } = call
  const scan = scanFor(opened, call)
  if (!scan) return exitCodes.findings
  const limit = wholeNumber(call.values['limit'], 'limit') ?? mostGaps
  const known = await knowledgeIn(scan, call)
  const { receipts } = await listReceipts((known?.ports ?? (await ownPorts(call))).receipts)
  const memory = memoryFor(terminal)
  const found = findGaps(
    { ...ports, histories: gitHistories },
    {
      repositories: scan.repositories,
      receipts,
      messagesIn: (root) => messagesOfProject(memory.ports, { ...memory.scope(), project: root }),
      allowed: new Set(known ? usableUnits(known.knowledge).map(({ file }) => file) : []),
    },
  )
  const shown = found.slice(0, limit)
  const commands = commandsForGaps(ports, shown, terminal.cwd)
  if (isJson(call)) {
    printWorkspace(call, { gaps: shown, total: found.length, commands })
    return exitCodes.ok
  }
  for (const gap of shown) outLine(terminal, `${shortPath(terminal.cwd, `${gap.root}/${gap.path}`)}  ${usesOf(gap)}`)
  errCommands(terminal, commands)
  if (found.length === 0) terminal.err('No frequently used file is undeclared.\n')
  else if (found.length > shown.length) terminal.err(`${found.length - shown.length} more; --limit shows them.\n`)
  return exitCodes.ok
}

const usesOf = ({ uses: { links, changes, reads, mentions } }: Gap): string =>
  [
    ...(links > 0 ? [`linked by ${counted(links, 'document')}`] : []),
    ...(changes > 0 ? [`changed by ${counted(changes, 'commit')}`] : []),
    ...(reads > 0 ? [`in ${counted(reads, 'receipt')}`] : []),
    ...(mentions > 0 ? [`named in ${counted(mentions, 'message')}`] : []),
  ].join(', ')
