import { passedOver } from '../../federate/choose-source.ts'
import type { UnitSubject } from '../../govern/gate.ts'
import type { CatalogEntry, Declaration } from '../../model/catalog.ts'

interface Now {
  readonly now: Date
  readonly environment: string | undefined
  isGranted(by: Declaration['by']): boolean
}

/** Why an entry is closed as a source: every granted manifest that declares it leaves it out now. What is ungranted has no say. */
export function closedSource(
  { declaredBy = [] }: Pick<CatalogEntry, 'declaredBy'>,
  { now, environment, isGranted }: Now,
): UnitSubject['source'] {
  let first: UnitSubject['source']
  for (const { by, entry, manifests } of declaredBy) {
    if (!isGranted(by)) continue
    const passed = passedOver(entry, { manifests }, { now, environment }) ?? unreadableWindow(entry)
    if (!passed) return undefined
    first ??= { ...passed, id: entry.id ?? '', by: by.ref }
  }
  return first
}

function unreadableWindow({
  unreadable = [],
}: Declaration['entry']): { readonly code: string; readonly value: string } | undefined {
  const [fault] = unreadable
  return fault && { code: 'unreadable', value: `${fault.path.replaceAll('/', '.')}: ${fault.written}` }
}
