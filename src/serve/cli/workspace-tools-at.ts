import { resolve } from 'node:path'
import { workspaceToolsFor, type Knowledge, type OfferedTool } from '../../app/index.ts'
import { gitHistories } from '../../io/git/histories.ts'
import { texts, type Call, type Terminal } from './verb.ts'
import { workspaceFor } from './workspace-for.ts'

interface ServingCall {
  readonly values: Call['values']
  readonly terminal: Pick<Terminal, 'cwd' | 'env'>
}

/** Of the folders that are served: those of --root, or the current one. */
export function workspaceToolsAt({ values, terminal }: ServingCall, knowledge: Knowledge): readonly OfferedTool[] {
  const { ports } = workspaceFor(terminal)
  const named = texts(values['root'])
  const folders = (named.length === 0 ? ['.'] : named).map((path) => resolve(terminal.cwd, path))
  return workspaceToolsFor({
    ports: { ...ports, histories: gitHistories },
    knowledge: knowledge.forModel(),
    folders: folders.map((path) => ports.files.realPath(path) ?? path),
  })
}
