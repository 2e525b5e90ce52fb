import { isOlder } from '../../distribute/signed-entry.ts'
import type { Ports } from '../../model/ports.ts'
import type { EntrySignature } from '../../model/signature.ts'

/** Remembers what trusted keys signed, so that an older edition is recognised later. */
export function noteEdition(
  { editions }: Pick<Ports, 'editions'>,
  place: string,
  signature: EntrySignature | undefined,
): void {
  if (!editions || !signature?.edition || signature.tier === 'failed') return
  const seen = editions.find(place)
  if (!seen || isOlder(seen, signature.edition)) editions.save(place, signature.edition)
}
