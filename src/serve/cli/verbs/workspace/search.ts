import { errLine } from '../../render/terminal/print.ts'
import {
  fenceFiles,
  searchWorkspace,
  storedSummary,
  type ReadResult,
  type WorkspaceFileKind,
  type WorkspaceSummary,
} from '../../../../app/index.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { choice, exitCodes, texts, UsageError, wholeNumber, type Call } from '../../verb.ts'
import { argumentOf, howToTurnOn, isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const searchCommand: SubCommand = { takes: 1, run: search }

const kinds: readonly WorkspaceFileKind[] = ['document', 'code', 'configuration', 'pdf']

async function search({ ports }: OpenedWorkspace, call: Call): Promise<number> {
  const { terminal, values } = call
  const task = argumentOf(call) ?? ''
  if (task.trim() === '')
    throw new UsageError('workspace search needs a task, such as "how is the cache invalidated?".')
  const scan = storedSummary(ports)
  if (!scan) terminal.err(howToTurnOn)
  const chosen = texts(values['kind']).flatMap((kind) => choice(kind, 'kind', kinds) ?? [])
  const limit = wholeNumber(values['limit'], 'limit') ?? 10
  const declared = scan && chosen.length === 0 ? await readDeclared(scan, task, call) : undefined
  const found = await searchWorkspace(ports, { task, limit, kinds: chosen })
  const fenced = found.length === 0 ? '' : fenceFiles(found, ports.files.realPath(terminal.cwd) ?? terminal.cwd)
  if (isJson(call)) {
    const results = found.map(({ excerpt: _excerpt, ...place }) => place)
    const read = declared && { outcome: declared.outcome, receipt: declared.receipt.id, fenced: declared.fenced }
    printWorkspace(call, { results, fenced, ...(read ? { declared: read } : {}) })
    return exitCodes.ok
  }
  if (declared && declared.excerpts.length > 0) {
    terminal.out(`${declared.fenced}\n`)
    terminal.err(`${declared.outcome} by what manifests and packs declare · receipt ${declared.receipt.id}\n`)
  }
  if (fenced !== '') terminal.out(`${fenced}\n`)
  else if (scan && !declared?.excerpts.length) terminal.err('Nothing was found.\n')
  return exitCodes.ok
}

/** What packs and manifests declare is read as `read` does it: decided, fenced and recorded. */
async function readDeclared(
  { repositories }: WorkspaceSummary,
  task: string,
  call: Call,
): Promise<ReadResult | undefined> {
  const roots = repositories.filter(({ manifests, packs }) => manifests.length + packs.length > 0)
  if (roots.length === 0) return undefined
  const values = { root: roots.map(({ root }) => root), 'no-user': true }
  const { terminal } = call
  const { openForVerb } = await import('./sub-commands.ts')
  const { knowledge } = await openForVerb({ values, terminal })
  const ungranted = knowledge.catalog.entries.filter(({ standing }) => standing === 'ungranted')
  if (ungranted.length > 0) {
    const folders = [...new Set(ungranted.map(({ found }) => found.root))].sort()
    const commands = folders.slice(0, 3).map((folder) => `lorefence trust ${shellWord(folder)}`)
    errLine(
      terminal,
      `${ungranted.length === 1 ? 'One pack or manifest is' : `${ungranted.length} packs and manifests are`} not ` +
        `granted, so what they declare was not searched. To review them: ${commands.join(', ')}`,
    )
  }
  return ungranted.length === knowledge.catalog.entries.length ? undefined : knowledge.read({ task })
}
