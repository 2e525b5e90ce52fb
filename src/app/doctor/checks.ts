import { advisory } from './advisory.ts'
import { approvals } from './approvals.ts'
import { asking } from './asking.ts'
import { changedSinceGrant } from './changed-since-grant.ts'
import type { Check, EarlyCheck } from './check.ts'
import { clientEntries } from './client-entries.ts'
import { config } from './config.ts'
import { disabled } from './disabled.ts'
import { lapsed } from './lapsed.ts'
import { missingFiles } from './missing-files.ts'
import { quarantined } from './quarantined.ts'
import { roots } from './roots.ts'
import { scan } from './scan.ts'
import { shadowed } from './shadowed.ts'
import { stalePacks } from './stale-packs.ts'
import { staleUnits } from './stale-units.ts'
import { state } from './state.ts'
import { store } from './store.ts'
import { ungranted } from './ungranted.ts'
import { unnamed } from './unnamed.ts'
import { unreadable } from './unreadable.ts'
import { waiting } from './waiting.ts'

/** In the order of the report: the most severe first. */
export const earlyChecks: readonly EarlyCheck[] = [config, state, store]

export const checks: readonly Check[] = [
  roots,
  scan,
  quarantined,
  unreadable,
  missingFiles,
  changedSinceGrant,
  lapsed,
  ungranted,
  shadowed,
  waiting,
  approvals,
  stalePacks,
  staleUnits,
  asking,
  disabled,
  clientEntries,
  unnamed,
  advisory,
]
