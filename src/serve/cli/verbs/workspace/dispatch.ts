import { dispatch, dispatchLines, dispatchPrompt } from '../../../../app/index.ts'
import { gitHistories } from '../../../../io/git/histories.ts'
import { errLine, outLine } from '../../render/terminal/print.ts'
import { choice, exitCodes, UsageError, wholeNumber, type Call } from '../../verb.ts'
import { knowledgeIn, scanFor, shortPath } from './scanned-repositories.ts'
import { argumentOf, isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const dispatchCommand: SubCommand = { takes: 1, run: dispatchTask }

async function dispatchTask(opened: OpenedWorkspace, call: Call): Promise<number> {
  const { ports } = opened
  const { terminal, values } = call
  const task = argumentOf(call)?.trim() ?? ''
  if (task === '') throw new UsageError('workspace dispatch needs a task, such as "add a retry to the importer".')
  const format = choice(values['format'] ?? 'table', 'format', ['table', 'prompt'])
  const scan = scanFor(opened, call)
  if (!scan) return exitCodes.findings
  const limit = wholeNumber(values['limit'], 'limit') ?? 10
  const known = await knowledgeIn(scan, call)
  const found = await dispatch(
    { ...ports, histories: gitHistories },
    { task, scan, knowledge: known?.knowledge, limit },
  )
  if (isJson(call)) printWorkspace(call, { task, ...found, prompt: dispatchPrompt(found, task) })
  else if (format === 'prompt') terminal.out(`${dispatchPrompt(found, task)}\n`)
  else for (const line of dispatchLines(found, (path) => shortPath(terminal.cwd, path))) outLine(terminal, line)
  for (const root of found.unchecked) errLine(terminal, `warning: git cannot list the other work trees of "${root}".`)
  return exitCodes.ok
}
