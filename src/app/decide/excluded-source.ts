import { passedOver } from '../../federate/choose-source.ts'
import type { UnitSubject } from '../../govern/gate.ts'
import type { CatalogEntry, Declaration } from '../../model/catalog.ts'
import type { UnitOrigin } from '../../model/documents/manifest.ts'
import type { EntrySignature } from '../../model/documents/signature.ts'

interface Now {
  readonly now: Date
  readonly environment: string | undefined
  isGranted(by: Declaration['by']): boolean
}

/**
 * Why an entry is closed as a source: every granted manifest that declares it excludes it now. Ungranted manifests are
 * ignored.
 */
export function whySourceExcluded(
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

/**
 * KCP §3.11: an included manifest is refused if it does not match its pin, or has no pin although the composing one is
 * trusted.
 */
export function closedInclude(
  { file, integrity }: UnitOrigin,
  signature: EntrySignature | undefined,
): UnitSubject['include'] {
  if (integrity.state === 'failed') {
    const { field, expected, observed } = integrity
    return { code: 'include-failed', file, field, expected, observed }
  }
  return integrity.state === 'unverified' && signature?.tier === 'trusted'
    ? { code: 'include-unverified', file }
    : undefined
}
