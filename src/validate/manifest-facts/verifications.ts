import type { Verification } from '../../model/effective.ts'
import type { Manifest } from '../../model/manifest.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { pointer } from '../../parse/yaml/tree.ts'

/** The `discovery` blocks of root and unit, merged (KCP §3.9). */
export interface DeclaredVerification {
  /** Start of a message about it. */
  readonly subject: string
  readonly verification: Verification
  readonly path: readonly (string | number)[]
}

/**
 * Every combination once: a unit that adds nothing shares the root's, so that one mistake there is not reported for
 * ten thousand units.
 */
export function* declaredVerifications(manifest: Manifest): Generator<DeclaredVerification> {
  let rootReported = manifest.verification === undefined
  for (const unit of manifest.units) {
    const own = unit.verification
    const addsNothing =
      own?.verificationStatus === undefined && own?.confidence === undefined && own?.verifiedAt === undefined
    if (addsNothing && rootReported) continue
    const { verification } = effectiveUnit(manifest, unit)
    if (!addsNothing) yield { subject: `The unit "${unit.id}"`, verification, path: ['units', unit.index, 'discovery'] }
    else {
      rootReported = true
      yield { subject: 'The manifest', verification, path: ['discovery'] }
    }
  }
}

type Part = readonly [field: string, origin: 'unit' | 'root' | 'default' | undefined]

/** Points at the first of the fields that is declared in the block itself, not inherited. */
export function verificationPointer({ path }: DeclaredVerification, parts: readonly Part[]): string {
  const here = path.length === 1 ? 'root' : 'unit'
  const found = parts.find(([, origin]) => origin === here)
  return found ? pointer(...path, found[0]) : pointer(...path)
}

/** Points at the confidence, or at the status that it does not fit. */
export const confidencePointer = (declared: DeclaredVerification): string =>
  verificationPointer(declared, [
    ['confidence', declared.verification.confidence.origin],
    ['verification_status', declared.verification.status.origin],
  ])
