import { resolve } from 'node:path'
import { workspaceToolsFor, type Knowledge, type OfferedTool } from '../../../../app/index.ts'
import { gitHistories } from '../../../../io/git/histories.ts'
import { texts, type Call, type Terminal } from '../../verb.ts'
import { dispatchCommand } from './dispatch.ts'
import { exportCommand } from './export.ts'
import { forgetCommand } from './forget.ts'
import { gapsCommand } from './gaps.ts'
import { impactCommand } from './impact.ts'
import { scanCommand } from './scan.ts'
import { verifyCommand } from './verify.ts'
import { workspaceFor } from './workspace-for.ts'

/** All but `search`, which loads this file only if it has to. */
export const subCommands = {
  scan: scanCommand,
  export: exportCommand,
  verify: verifyCommand,
  gaps: gapsCommand,
  impact: impactCommand,
  dispatch: dispatchCommand,
  forget: forgetCommand,
} as const

export { scanWorkspace } from '../../../../app/index.ts'
export { openForVerb } from '../../open-knowledge.ts'

interface ServingCall {
  readonly values: Call['values']
  readonly terminal: Pick<Terminal, 'cwd' | 'env'>
}

/** The tools for the served folders: those of --root, or the current one. */
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
