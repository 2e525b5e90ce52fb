import { unitsAmong } from '../../catalog/unit-topics.ts'
import { withoutCommands } from '../../catalog/withheld-metadata.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Usable } from '../decide/usable.ts'

/** Whether an entry contains every word of a filter. A model must not search what it is not shown. */
export function matcherFor(filter: string, usable: readonly Usable[] = []): (entry: CatalogEntry) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  const refs = new Set(usable.map(({ ref }) => ref))
  return (entry) => {
    const text = [entry.ref, ...aboutOf(entry, refs)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** Entries as a model knows them: an ungranted one has no description and no units. */
function aboutOf({ ref, document }: CatalogEntry, usable: ReadonlySet<string>): readonly string[] {
  if (document.kind === 'pack') return [document.description]
  return unitsAmong(ref, document, usable)
    .map(withoutCommands)
    .flatMap(({ id, intent, triggers = [] }) => [id, intent, ...triggers])
}
