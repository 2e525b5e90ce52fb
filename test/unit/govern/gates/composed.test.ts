import { describe, expect, test } from 'vitest'
import type { UnitSubject } from '../../../../src/govern/gate.ts'
import type { GateName } from '../../../../src/model/decisions/decision.ts'
import type { GovernanceField } from '../../../../src/model/documents/governance.ts'
import { effectiveUnit } from '../../../../src/parse/manifest/inherit.ts'
import { parseManifest } from '../../../../src/parse/manifest/manifest.ts'
import { reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'
import { manifestText, unitWith } from '../../../support/manifest-text.ts'

/** A unit with an override that would loosen one field of an included manifest. */
function loosened(field: GovernanceField): UnitSubject {
  const { manifest } = parseManifest(manifestText({}, unitWith({ id: 'setup', path: 'setup.md', intent: 'How?' })))
  const [unit] = manifest?.units ?? []
  if (!manifest || !unit) throw new Error('The manifest of the case is not usable.')
  const fault = { field, path: field, written: '"loose"', loosens: true as const }
  return { ...unitOf(), unit: effectiveUnit(manifest, { ...unit, unreadable: [fault] }) }
}

describe('units of composed manifests', () => {
  const cases: readonly (readonly [GovernanceField, GateName, string])[] = [
    ['kind', 'artifact', 'ask artifact-loosened'],
    ['access', 'access', 'ask access-loosened'],
    ['auth_scope', 'access', 'ask access-loosened'],
    ['sensitivity', 'sensitivity', 'ask sensitivity-loosened'],
    ['visibility', 'visibility', 'ask visibility-loosened'],
    ['authority', 'authority', 'ask authority-loosened'],
    ['delegation', 'delegation', 'ask delegation-loosened'],
    ['compliance', 'compliance', 'ask compliance-loosened'],
    ['indexing', 'indexing', 'ask indexing-loosened'],
    ['payment', 'payment', 'ask payment-loosened'],
    ['rate_limits', 'rate', 'ask rate-loosened'],
    ['freshness_policy', 'freshness', 'ask freshness-loosened'],
    ['temporal', 'temporal', 'ask temporal-loosened'],
    ['content_hash', 'integrity', 'ask integrity-loosened'],
    ['deprecated', 'deprecated', 'ask deprecated-loosened'],
  ]
  test.each(cases)('KL-064: an override that loosens %s asks, and says so', (field, gate, asked) => {
    expect(saidBy(gate, loosened(field))).toBe(asked)
    expect(reasonOf(gate, loosened(field)).sentence).toContain(`${field}: "loose"`)
  })

  test('KL-061, KL-062: of an include that is not what is pinned, or not pinned where it must be, nothing is used', () => {
    const from = (code: string): UnitSubject => unitOf('', '', { include: { code, file: 'shared.yaml' } })
    expect(saidBy('integrity', from('include-failed'))).toBe('deny include-failed')
    expect(saidBy('integrity', from('include-unverified'))).toBe('deny include-unverified')
  })
})
