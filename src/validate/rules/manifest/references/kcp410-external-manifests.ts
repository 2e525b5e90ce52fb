import { pointer } from '../../../../parse/yaml/tree.ts'
import { danglingReporter } from '../../../manifest-facts/dangling.ts'
import { declaredUnits, isAbsent, mappingsIn, nonBlank, unitName } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** The manifest must be declared here; whether it has the unit is known only after fetching it (KCP §3.6). */
export const externalManifestUnknown: ManifestRule = {
  codes: ['KCP410'],
  needs: 'head',
  check({ raw, manifest }, report) {
    const ids = new Set((manifest.manifests ?? []).flatMap(({ id }) => id ?? []))
    const reportDangling = danglingReporter('KCP410', ids, report)
    for (const unit of declaredUnits(raw)) {
      const list = 'external_depends_on'
      for (const { fields, path } of mappingsIn(unit.fields[list], [...unit.path, list]))
        reportDangling({
          id: nonBlank(fields['manifest']),
          path: [...path, 'manifest'],
          subject: () => `The ${unitName(unit)} depends on the manifest`,
        })
    }
    for (const { fields, path } of mappingsIn(raw['external_relationships'], ['external_relationships'])) {
      reportDangling({
        id: fields['from_manifest'],
        path: [...path, 'from_manifest'],
        subject: () => 'The relationship starts in the manifest',
      })
      reportDangling({
        id: fields['to_manifest'],
        path: [...path, 'to_manifest'],
        subject: () => 'The relationship points to the manifest',
      })
    }
  },
}

export const externalRelationshipLocal: ManifestRule = {
  codes: ['KCP413'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['external_relationships'], ['external_relationships'])) {
      if (!isAbsent(fields['from_manifest']) || !isAbsent(fields['to_manifest'])) continue
      report({
        code: 'KCP413',
        message: 'The external relationship names neither "from_manifest" nor "to_manifest".',
        pointer: pointer(...path),
      })
    }
  },
}
