import { dispatchCommand } from './dispatch.ts'
import { exportCommand } from './export.ts'
import { forgetCommand } from './forget.ts'
import { gapsCommand } from './gaps.ts'
import { impactCommand } from './impact.ts'
import { scanCommand } from './scan.ts'
import { verifyCommand } from './verify.ts'

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
export { workspaceToolsAt } from '../../workspace-tools-at.ts'
