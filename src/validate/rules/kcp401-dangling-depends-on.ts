import { pointer } from '../../parse/tree.ts'
import { didYouMean } from '../../text/suggest.ts'
import type { ManifestRule } from '../rule.ts'

/** KCP §4.7: unknown ids warn here and are ignored at run time. Cycles are allowed. */
export const danglingDependsOn: ManifestRule = {
  codes: ['KCP401'],
  needs: 'head',
  check({ manifest, units, raw }, report) {
    for (const unit of manifest.units) {
      for (const [position, id] of (unit.dependsOn ?? []).entries()) {
        if (units.has(id)) continue
        const help = didYouMean(id, units.keys())
        report({
          code: 'KCP401',
          message: `Unit "${unit.id}" depends on "${id}", which is not declared.`,
          pointer: listPointer(raw, unit.index, 'depends_on', position),
          ...(help ? { help } : {}),
        })
      }
    }
  },
}

/** A single value may stand for a list of one. */
function listPointer(raw: Readonly<Record<string, unknown>>, index: number, field: string, position: number): string {
  const unit = (raw['units'] as Record<string, unknown>[])[index]
  return Array.isArray(unit?.[field]) ? pointer('units', index, field, position) : pointer('units', index, field)
}
