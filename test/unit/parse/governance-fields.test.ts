import { expect, test } from 'vitest'
import { governanceFields } from '../../../src/model/documents/governance.ts'
import { manifestFields } from '../../../src/model/tables/manifest-fields.ts'
import { unitFields } from '../../../src/model/tables/unit-fields.ts'

/** Fields that restrict nothing: they name, describe, steer or grant. A malformed value in one of them counts as absent. */
const harmless = new Set(
  `id path intent format content_type language scope audience validated update_frequency depends_on supersedes triggers hints
  requires_capabilities external_depends_on discovery not_for not_for_strict aliases content_structure size_tokens bytes
  kcp_version project version updated manifests external_relationships units serving signing relationships
  load_eligible action_scope charter`.split(/\s+/),
)
/** What restricts in it are overrides and exclusions, and those that cannot be read ask (test/unit/parse/compose-restrictions.test.ts). */
harmless.add('composition')

test.each(Object.keys({ ...unitFields, ...manifestFields }))(
  'the field "%s" restricts use, or is listed as one that does not',
  (name) => {
    const restricts = (governanceFields as readonly string[]).includes(name)
    expect([restricts, harmless.has(name)]).toEqual([restricts, !restricts])
  },
)
