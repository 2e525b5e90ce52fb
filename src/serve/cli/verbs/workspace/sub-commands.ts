import { dispatchCommand } from './dispatch.ts'
import { exportCommand } from './export.ts'
import { forgetCommand } from './forget.ts'
import { gapsCommand } from './gaps.ts'
import { impactCommand } from './impact.ts'
import { scanCommand } from './scan.ts'
import { verifyCommand } from './verify.ts'

/** All but `search`. */
export const subCommands = {
  scan: scanCommand,
  export: exportCommand,
  verify: verifyCommand,
  gaps: gapsCommand,
  impact: impactCommand,
  dispatch: dispatchCommand,
  forget: forgetCommand,
} as const
