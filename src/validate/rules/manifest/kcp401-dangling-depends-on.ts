import { danglingReporter } from '../../manifest-facts/dangling.ts'
import { declaredUnits, unitName } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

/** KCP §4.7: unknown ids warn here and are ignored at run time. Cycles are allowed. */
export const danglingDependsOn: ManifestRule = {
  codes: ['KCP401'],
  needs: 'head',
  check({ raw, units }, report) {
    const check = danglingReporter('KCP401', units, report)
    for (const unit of declaredUnits(raw)) {
      const list = unit.fields['depends_on']
      const subject = (): string => `The ${unitName(unit)} depends on`
      const path = [...unit.path, 'depends_on']
      if (Array.isArray(list))
        list.forEach((id: unknown, position) => check({ id, path: [...path, position], subject }))
      else check({ id: list, path, subject })
    }
  },
}
