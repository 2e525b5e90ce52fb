import { resolve } from 'node:path'
import { storedScan, type WorkspaceScan } from '../../../../app/index.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { texts, UsageError, type Call } from '../../verb.ts'
import type { OpenedWorkspace } from './workspace-for.ts'
import { openForVerb, type OpenedKnowledge } from '../../open-knowledge.ts'
import { errLine } from '../../render/terminal/print.ts'
import { howToTurnOn } from './sub-command.ts'

/** The stored scan, limited to the repositories of `--repository`; reports how to turn it on if there is none. */
export function scanFor({ ports }: OpenedWorkspace, { values, terminal }: Call): WorkspaceScan | undefined {
  const scan = storedScan(ports)
  if (!scan) terminal.err(howToTurnOn)
  const named = texts(values['repository']).map((written) => {
    const path = ports.files.realPath(resolve(terminal.cwd, written))
    if (path === undefined) throw new UsageError(`the folder "${written}" does not exist.`, 'not-found')
    return path
  })
  if (!scan || named.length === 0) return scan
  const repositories = scan.repositories.filter(({ root }) =>
    named.some((path) => root === path || root.startsWith(`${path}/`)),
  )
  if (repositories.length === 0)
    throw new UsageError('none of these folders is scanned. Try "lorefence workspace scan".')
  return { ...scan, repositories }
}

/** Relative to the current folder, if it is inside it. */
export function shortPath(cwd: string, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

/** The packs and manifests of the repositories, as every read decides about them; `undefined` if there are none. */
export async function knowledgeIn(
  { repositories }: WorkspaceScan,
  { terminal }: Pick<Call, 'terminal'>,
): Promise<OpenedKnowledge | undefined> {
  const root = repositories
    .filter(({ manifests, packs }) => manifests.length + packs.length > 0)
    .map((repository) => repository.root)
  if (root.length === 0) return undefined
  const opened = await openForVerb({ values: { root, 'no-user': true }, terminal })
  const ungranted = opened.knowledge.catalog.entries.filter(({ standing }) => standing === 'ungranted')
  const folders = [...new Set(ungranted.map(({ found }) => found.root))].sort().slice(0, 3)
  const commands = folders.map((folder) => `lorefence trust ${shellWord(folder)}`)
  if (ungranted.length > 0)
    errLine(
      terminal,
      `Left out, because not granted: ${ungranted.length} of ${opened.knowledge.catalog.entries.length} packs and ` +
        `manifests. To review them: ${commands.join(', ')}`,
    )
  return opened
}
