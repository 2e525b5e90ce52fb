import { unitRef } from '../../catalog/refs.ts'
import { advisoryFields, type ManifestOrUnit } from './advisory-fields.ts'
import type { Check, CheckItem } from './check.ts'

/** KCP §14.1: an operator must know which declared limits are not enforced. */
export const advisory: Check = {
  id: 'advisory',
  title: 'Declared limits that cannot be enforced here (KCP §14.1)',
  look: ({ used }) => {
    const declarations = used.flatMap(({ ref, document, found }): readonly Declaration[] =>
      document.kind === 'pack'
        ? []
        : [
            { ref, path: found.path, declared: document },
            ...document.units.map((unit) => ({ ref: unitRef(ref, unit.id), path: found.path, declared: unit })),
          ],
    )
    return Object.entries(advisoryFields).flatMap(([field, { isDeclared, limit }]) =>
      declarations
        .filter(({ declared }) => isDeclared(declared))
        .map(({ ref, path }): CheckItem => ({ state: 'note', ref, path, detail: `${field}: ${limit}` })),
    )
  },
}

interface Declaration {
  readonly ref: string
  readonly path: string
  readonly declared: ManifestOrUnit
}
