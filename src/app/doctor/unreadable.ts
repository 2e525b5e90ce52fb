import { unitRef } from '../../catalog/refs.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Malformed } from '../../model/documents/governance.ts'
import type { Check, CheckItem } from './check.ts'

/** An invalid governance field asks for approval, which may surprise its author. */
export const unreadable: Check = {
  id: 'unreadable-fields',
  title: 'Entries with invalid governance fields',
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
      .map(({ code, message }) => ({ state: 'fix', ref, detail: `${code}: ${message}` }))
  const declared = [
    { ref, fields: document.unreadable },
    ...document.units.map(({ id, unreadable: fields }) => ({ ref: unitRef(ref, id), fields })),
  ]
  return declared.flatMap((item): CheckItem[] =>
    item.fields.length === 0
      ? []
      : [
          {
            state: 'fix',
            ref: item.ref,
            detail: `${item.fields.map(shownField).join(', ')} cannot be read, so its use asks for approval.`,
          },
        ],
  )
}

const shownField = ({ path, written }: Malformed): string => `${path.replaceAll('/', '.')}: ${written}`
