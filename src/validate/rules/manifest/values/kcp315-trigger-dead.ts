import { pointer } from '../../../../parse/yaml/tree.ts'
import { declaredUnits, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** Triggers count once per unit, in any case (KCP §4.9, §15.4). */
export const triggerDead: ManifestRule = {
  codes: ['KCP315'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw)) {
      const { triggers } = fields
      if (!Array.isArray(triggers)) continue
      const seen = new Set<string>()
      for (const [position, trigger] of triggers.entries()) {
        if (typeof trigger !== 'string') continue
        const folded = trigger.trim().toLowerCase()
        if (!isBlank(trigger) && !seen.has(folded)) {
          seen.add(folded)
          continue
        }
        const message = isBlank(trigger)
          ? 'The trigger is empty.'
          : `The trigger "${trigger.slice(0, 60)}" is a duplicate.`
        report({ code: 'KCP315', message, pointer: pointer(...path, 'triggers', position) })
      }
    }
  },
}
