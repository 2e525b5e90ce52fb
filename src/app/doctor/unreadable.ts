import { unitRef } from '../../catalog/refs.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Check, CheckItem } from './check.ts'

/** What is written about use and cannot be read asks for approval, which surprises whoever wrote it. */
export const unreadable: Check = {
  id: 'unreadable-fields',
  title: 'Entries with fields about their use that cannot be read',
  look: ({ used, commands }) =>
    used.flatMap((entry) =>
      itemsOf(entry).map((item) => ({
        ...item,
        path: entry.found.path,
        command: commands.validate(`${entry.found.folder}/${entry.found.file}`),
      })),
    ),
}

function itemsOf({ ref, document, diagnostics }: CatalogEntry): readonly CheckItem[] {
  if (document.kind === 'pack')
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => ({ state: 'mend', ref, detail: `${code}: ${message}` }))
  const declared = [
    { ref, fields: document.unreadable },
    ...document.units.map(({ id, unreadable: fields }) => ({ ref: unitRef(ref, id), fields })),
  ]
  return declared.flatMap((item): CheckItem[] =>
    item.fields.length === 0
      ? []
      : [
          {
            state: 'mend',
            ref: item.ref,
            detail: `${item.fields.map(({ path, written }) => `${path.replaceAll('/', '.')}: ${written}`).join(', ')} cannot be read, so its use asks for approval.`,
          },
        ],
  )
}
