import { isOlder } from '../../distribute/edition.ts'
import type { Ports } from '../../model/ports.ts'
import type { EntrySignature } from '../../model/signature.ts'

/** Stores the newest edition that trusted keys signed, so that an older one is detected later. */
export function noteEdition(
  { editions }: Pick<Ports, 'editions'>,
  place: string,
  signature: EntrySignature | undefined,
): void {
  if (!editions || !signature?.edition || signature.tier === 'failed') return
  const seen = editions.find(place)
  if (!seen || isOlder(seen, signature.edition)) editions.save(place, signature.edition)
}
