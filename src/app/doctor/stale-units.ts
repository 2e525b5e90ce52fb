import { unitRef } from '../../catalog/refs.ts'
import { isStale } from '../../govern/gates/freshness.ts'
import type { FreshnessPolicy } from '../../model/documents/effective.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { showValue } from '../../text/messages/show-value.ts'
import type { Check, CheckItem } from './check.ts'

/** KCP §3.7, at the current time. */
export const staleUnits: Check = {
  id: 'stale-units',
  title: 'Units that are older than their freshness policy allows',
  look: ({ used, now, commands }) =>
    used.flatMap((entry) => {
      const { ref, document, found } = entry
      if (document.kind !== 'manifest') return []
      return document.units.flatMap((unit): CheckItem[] => {
        const effective = effectiveUnit(document, unit)
        const policy = effective.freshnessPolicy?.value
        if (!policy || !isStale(effective, now)) return []
        return [
          {
            state: 'fix',
            ref: unitRef(ref, unit.id),
            path: found.path,
            detail: sentence(unit.validated ?? '', policy),
            command: commands.afterEdit(entry),
          },
        ]
      })
    }),
}

const consequences: Readonly<Record<FreshnessPolicy['onStale'], string>> = {
  block: 'it is refused',
  degrade: 'it is returned as degraded',
  warn: 'it is returned with a warning',
}

function sentence(validated: string, { maxAgeDays, onStale, reviewContact }: FreshnessPolicy): string {
  const whom = reviewContact === undefined ? '' : ` or ask ${showValue(reviewContact)}`
  const what = `Validated ${validated}, more than ${maxAgeDays} days ago; ${consequences[onStale]}.`
  return `${what} Check its content${whom}, then update "validated".`
}
