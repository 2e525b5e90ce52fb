import { matchPacks } from '../../activate/match.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Match } from '../../model/reading/match.ts'
import { askPackGates, type Reader } from './ask-gates.ts'
import { profilePacks } from './pack-profiles.ts'

/** Packs that clearly match a prompt, best first. */
export function matchCatalog(catalog: Catalog, prompt: string, reader: Reader): readonly Match[] {
  const activation = askPackGates(catalog, reader, { now: reader.ports.clock.now(), mode: 'implicit' })
  return matchPacks(
    prompt,
    profilePacks(reader.ports.files, catalog, activation, reader).map(({ profile }) => profile),
  )
}
