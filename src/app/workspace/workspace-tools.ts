import { oneLine } from '../../author/documents/plain-line.ts'
import { fenceManifestText } from '../../fence/text.ts'
import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { Histories } from '../../model/records/history.ts'
import type { WorkspaceFileKind, WorkspaceScan } from '../../model/records/workspace.ts'
import { countTokens } from '../../text/tokens/tokens.ts'
import type { Knowledge } from '../open/open.ts'
import type { Reply } from '../tools/reply.ts'
import type { OfferedTool } from '../tools/tool.ts'
import { dispatchLines } from './dispatch-text.ts'
import { dispatch } from './dispatch.ts'
import { fenceFiles, searchWorkspace } from './search.ts'
import { storedScan, storedSummary } from './stored-scan.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

/** What every call uses. */
interface WorkspaceContext {
  readonly ports: WorkspacePorts & { readonly histories: Histories }
  /** The knowledge that is served, as a model may know it. */
  readonly knowledge: Knowledge
  /** Served folders: a model searches only the repositories in or around them. */
  readonly folders: readonly string[]
}

const kinds = ['document', 'code', 'configuration', 'pdf'] as const satisfies readonly WorkspaceFileKind[]
const limit = { type: 'number', doc: 'most files' } as const
const searchInput = {
  task: { type: 'text', required: true },
  kind: { type: 'choice', of: kinds, unlisted: 'error' },
  limit,
} as const satisfies FieldTable
const dispatchInput = { task: { type: 'text', required: true }, limit } as const satisfies FieldTable

const off = 'No folder here is scanned; a person turns it on with "lorefence workspace scan".'
const nothing: Reply = { line: 'Nothing was found in the scanned files.', counts: { found: 0 } }
const bounded = (value = 10): number => Math.max(1, Math.min(50, Math.floor(value)))

/** `lorefence workspace search` and `dispatch` as tools. No tool turns scanning on. */
export function workspaceToolsFor({ ports, knowledge, folders }: WorkspaceContext): readonly OfferedTool[] {
  const [first = '/'] = folders
  const rootsNow = (): ReadonlySet<string> => rootsIn(folders, storedSummary(ports)?.repositories ?? [])
  const search = async (args: Readonly<Record<string, unknown>>, roots: ReadonlySet<string>): Promise<Reply> => {
    const { task = '', kind, limit: most } = args as ReadOf<typeof searchInput>
    const found = await searchWorkspace(ports, {
      task,
      limit: bounded(most),
      kinds: kind === undefined ? [] : [kind],
      roots,
    })
    return found.length === 0 ? nothing : { fenced: fenceFiles(found, first), counts: { found: found.length } }
  }
  const prepare = async (args: Readonly<Record<string, unknown>>, roots: ReadonlySet<string>): Promise<Reply> => {
    const { task = '', limit: most } = args as ReadOf<typeof dispatchInput>
    const scan = scanOf(storedScan(ports), roots)
    if (!scan) return { line: off }
    const served = knowledge.catalog.entries.length === 0 ? undefined : knowledge
    const found = await dispatch(ports, { task, scan, knowledge: served, limit: bounded(most) })
    const shown = (path: string): string => (isBelow(path, first) ? path.slice(first.length + 1) : path)
    return {
      fenced: fenceManifestText(dispatchLines(found, shown).map(oneLine).join('\n'), 'workspace'),
      ...(found.read ? { receipt: found.read.receipt } : {}),
      counts: { files: found.files.length, conflicts: found.conflicts.length },
    }
  }
  const offered = (run: typeof search): OfferedTool['run'] =>
    async function (args) {
      const roots = rootsNow()
      if (roots.size === 0) return { line: off, counts: { found: 0 } }
      const reply = await run(args, roots)
      return reply.fenced === undefined ? reply : { ...reply, tokens: await countTokens(reply.fenced) }
    }
  return [
    {
      name: 'workspace_search',
      title: 'Search scanned files',
      description: 'Find code, settings and documents that no pack or manifest declares; the best place of each file.',
      input: searchInput,
      run: offered(search),
    },
    {
      name: 'workspace_dispatch',
      title: 'Prepare a task',
      description: 'Name the skills, knowledge and files for a task, and other work that changes these files.',
      input: dispatchInput,
      run: offered(prepare),
    },
  ]
}

/** The repositories in these folders, and the nearest one around each. */
function rootsIn(folders: readonly string[], repositories: readonly { readonly root: string }[]): ReadonlySet<string> {
  const roots = repositories.map(({ root }) => root)
  const around = folders.flatMap(
    (folder) => roots.filter((root) => isBelow(folder, root)).toSorted((a, b) => b.length - a.length)[0] ?? [],
  )
  return new Set([...around, ...roots.filter((root) => folders.some((folder) => isBelow(root, folder)))])
}

const scanOf = (scan: WorkspaceScan | undefined, roots: ReadonlySet<string>): WorkspaceScan | undefined =>
  scan && { ...scan, repositories: scan.repositories.filter(({ root }) => roots.has(root)) }
