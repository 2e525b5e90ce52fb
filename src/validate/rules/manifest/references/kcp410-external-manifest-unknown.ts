import { danglingReporter } from '../../../manifest-facts/dangling.ts'
import { declaredUnits, mappingsIn, nonBlank, unitName } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** The manifest must be declared here; whether it has the unit is known only after fetching it (KCP §3.6). */
export const externalManifestUnknown: ManifestRule = {
  codes: ['KCP410'],
  needs: 'head',
  check({ raw, manifest }, report) {
    const ids = new Set((manifest.manifests ?? []).flatMap(({ id }) => id ?? []))
    const check = danglingReporter('KCP410', ids, report)
    for (const unit of declaredUnits(raw)) {
      for (const { fields, path } of mappingsIn(unit.fields['external_depends_on'], [
        ...unit.path,
        'external_depends_on',
      ])) {
        check({
          id: nonBlank(fields['manifest']),
          path: [...path, 'manifest'],
          subject: () => `The ${unitName(unit)} depends on the manifest`,
        })
      }
    }
    for (const { fields, path } of mappingsIn(raw['external_relationships'], ['external_relationships'])) {
      check({
        id: fields['from_manifest'],
        path: [...path, 'from_manifest'],
        subject: () => 'The relationship starts in the manifest',
      })
      check({
        id: fields['to_manifest'],
        path: [...path, 'to_manifest'],
        subject: () => 'The relationship points to the manifest',
      })
    }
  },
}
