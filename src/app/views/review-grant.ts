import { entryPath } from '../../discover/discover.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { ReviewedGrant, ReviewItem } from '../../model/review.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { proposeGrants, type GrantProposal } from '../grants/propose-grants.ts'

/** A proposed grant: as it is shown, and as it is saved. */
interface GrantReview {
  readonly shown: ReviewedGrant
  readonly proposal: GrantProposal
}

/** The present files of an item; `undefined` if nothing can be granted. */
export function reviewGrant(
  item: Pick<ReviewItem, 'id' | 'ref'>,
  { found }: Pick<CatalogEntry, 'found'>,
  { ports, restraints, allowTypes = [] }: Reader,
): GrantReview | undefined {
  const { ignore = [], signatures } = restraints
  const options = { allowTypes, ignore, ...(signatures ? { signatures } : {}) }
  const [proposal] = proposeGrants(ports, entryPath(found), '/', options)
  if (!proposal) return undefined
  const { folder, files, entries, bytes, secrets, injections, unreadable, uncovered, signature } = proposal
  const before = ports.grants.find(folder)
  const granted = before?.files ?? {}
  const changed = new Set(proposal.changed)
  const stateOf = (path: string) => {
    if (!Object.hasOwn(granted, path)) return 'new'
    return changed.has(path) ? 'changed' : 'same'
  }
  const shown: ReviewedGrant = {
    item: item.id,
    ref: item.ref,
    digest: digest(canonicalJson([folder, entries, files])),
    files: Object.entries(files).map(([path, value]) => ({ path, digest: value, state: stateOf(path) })),
    missing: Object.keys(granted).filter((path) => ports.files.kindOf(`${folder}/${path}`) === undefined),
    bytes,
    secrets,
    injections,
    unreadable,
    uncovered,
    ...(signature ? { signature: { tier: signature.tier, code: signature.code, signers: signature.signers } } : {}),
    ...(before ? { grantedAt: before.at } : {}),
  }
  return { shown, proposal }
}
