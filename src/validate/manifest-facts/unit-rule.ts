import type { Code } from '../../model/codes/codes.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import type { CheckedManifest, ManifestRule } from '../rule.ts'

/** A rule about one field of a unit; `problem` returns the message, or `undefined` where the field is fine. */
export function unitRule(
  code: Code,
  field: readonly string[],
  problem: (unit: Unit, subject: CheckedManifest) => string | undefined,
): ManifestRule {
  return {
    codes: [code],
    needs: 'head',
    check(subject, report) {
      for (const unit of subject.manifest.units) {
        const message = problem(unit, subject)
        if (message !== undefined) report({ code, message, pointer: pointer('units', unit.index, ...field) })
      }
    },
  }
}
