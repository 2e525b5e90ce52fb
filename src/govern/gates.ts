import type { GateName } from '../model/decisions/decision.ts'
import type { Gate } from './gate.ts'
import { access } from './gates/access.ts'
import { artifact } from './gates/artifact.ts'
import { audience } from './gates/audience.ts'
import { authority } from './gates/authority.ts'
import { capability } from './gates/capability.ts'
import { compliance } from './gates/compliance.ts'
import { delegation } from './gates/delegation.ts'
import { deprecated } from './gates/deprecated.ts'
import { freshness } from './gates/freshness.ts'
import { indexing } from './gates/indexing.ts'
import { integrity } from './gates/integrity.ts'
import { payment } from './gates/payment.ts'
import { rate } from './gates/rate.ts'
import { sensitivity } from './gates/sensitivity.ts'
import { source } from './gates/source.ts'
import { signature } from './gates/signature.ts'
import { status } from './gates/status.ts'
import { temporal } from './gates/temporal.ts'
import { trust } from './gates/trust.ts'
import { verification } from './gates/verification.ts'
import { visibility } from './gates/visibility.ts'

export const gates: Readonly<Record<GateName, Gate>> = {
  trust,
  status,
  access,
  visibility,
  sensitivity,
  authority,
  delegation,
  compliance,
  capability,
  freshness,
  temporal,
  source,
  integrity,
  signature,
  verification,
  deprecated,
  indexing,
  payment,
  rate,
  audience,
  artifact,
}
