import type { Code } from '../../../../model/codes/codes.ts'
import type { Verification } from '../../../../model/documents/effective.ts'
import type { Manifest } from '../../../../model/documents/manifest.ts'
import { kcpVersions } from '../../../../model/tables/vocabulary.ts'
import { effectiveUnit } from '../../../../parse/manifest/inherit.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { CheckedManifest, ManifestRule } from '../../../rule.ts'

type BlockField = 'confidence' | 'verification_status' | 'verified_at'

interface Row {
  readonly code: Code
  /** The rest of the sentence about a unit or the manifest; `undefined` where the verification is consistent. */
  problem(declared: DeclaredVerification, subject: CheckedManifest): string | undefined
  /** The finding is at the first of these fields that the block itself declares. */
  readonly at: readonly BlockField[]
}

/** KCP §4.18. */
const rows: readonly Row[] = [
  {
    // §4.18 has MUST, §7 has warn. Without a declared confidence it is 1.0.
    code: 'KCP317',
    at: ['confidence', 'verification_status'],
    problem({ verification: { status, confidence } }) {
      if (status.value !== 'rumored' || confidence.value < 0.5) return undefined
      return confidence.origin === 'default'
        ? 'is rumored but declares no confidence, which counts as 1.0'
        : `is rumored but declares a confidence of ${confidence.value}`
    },
  },
  {
    // A unit without a status counts as verified.
    code: 'KCP318',
    at: ['confidence', 'verification_status'],
    problem({ verification: { status, confidence } }) {
      if (status.value !== 'verified' || confidence.value >= 0.8) return undefined
      const verb = status.origin === 'default' ? 'counts as' : 'is'
      return `${verb} verified but declares a confidence of ${confidence.value}`
    },
  },
  {
    // `verified_at` is null until the status is verified.
    code: 'KCP319',
    at: ['verified_at', 'verification_status'],
    problem({ verification: { status, verifiedAt }, path }, { raw }) {
      if (verifiedAt === undefined || !['rumored', 'declared', 'observed'].includes(status.value)) return undefined
      if (verifiedAt.origin === 'root' && isWrittenNull(raw, [...path, 'verified_at'])) return undefined
      return `is ${status.value} but was verified at "${verifiedAt.value}"`
    },
  },
  {
    // What a publisher only declares is surer than a rumour and less sure than an observation.
    code: 'KCP340',
    at: ['confidence', 'verification_status'],
    problem({ verification: { status, confidence } }) {
      if (status.value !== 'declared' || (confidence.value >= 0.5 && confidence.value < 0.8)) return undefined
      return confidence.origin === 'default'
        ? 'has the status "declared" but declares no confidence, which counts as 1.0'
        : `has the status "declared" but has a confidence of ${confidence.value}`
    },
  },
  {
    // The field exists since 0.19. Only a written status counts: every unit without one is taken as verified.
    code: 'KCP341',
    at: ['verification_status'],
    problem({ verification: { status, verifiedBy } }, { manifest }) {
      if (beforeVerifiedBy.has(manifest.kcpVersion ?? '')) return undefined
      if (status.value !== 'verified' || status.origin === 'default' || verifiedBy) return undefined
      return 'is verified but names nobody under "verified_by"'
    },
  },
]

const beforeVerifiedBy = new Set(kcpVersions.slice(0, kcpVersions.indexOf('0.19')))

export const inconsistentVerification: ManifestRule = {
  codes: rows.map(({ code }) => code),
  needs: 'head',
  check(subject, report) {
    for (const declared of declaredVerifications(subject.manifest)) {
      for (const { code, problem, at } of rows) {
        const found = problem(declared, subject)
        if (found !== undefined)
          report({ code, message: `${declared.owner} ${found}.`, pointer: pointerTo(declared, at) })
      }
    }
  },
}

/** The `discovery` blocks of root and unit, merged (KCP §3.9). */
interface DeclaredVerification {
  /** Start of a message about it. */
  readonly owner: string
  readonly verification: Verification
  readonly path: readonly (string | number)[]
}

/**
 * Every combination once: a unit that adds nothing shares the root's, so that one mistake there is not reported for
 * ten thousand units.
 */
function* declaredVerifications(manifest: Manifest): Generator<DeclaredVerification> {
  let rootReported = manifest.verification === undefined
  for (const unit of manifest.units) {
    const own = unit.verification
    const addsNothing =
      own?.verificationStatus === undefined && own?.confidence === undefined && own?.verifiedAt === undefined
    if (addsNothing && rootReported) continue
    const { verification } = effectiveUnit(manifest, unit)
    if (!addsNothing) yield { owner: `The unit "${unit.id}"`, verification, path: ['units', unit.index, 'discovery'] }
    else {
      rootReported = true
      yield { owner: 'The manifest', verification, path: ['discovery'] }
    }
  }
}

function pointerTo({ verification, path }: DeclaredVerification, fields: Row['at']): string {
  const origins = {
    confidence: verification.confidence.origin,
    verification_status: verification.status.origin,
    verified_at: verification.verifiedAt?.origin,
  }
  const here = path.length === 1 ? 'root' : 'unit'
  const declared = fields.find((field) => origins[field] === here)
  return declared === undefined ? pointer(...path) : pointer(...path, declared)
}

/** A written null is a value and is not inherited from the root. */
function isWrittenNull(raw: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): boolean {
  let value: unknown = raw
  for (const part of path)
    value = isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[part] : undefined
  return value === null
}
