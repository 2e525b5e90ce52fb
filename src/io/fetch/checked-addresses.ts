import type { NotFetched } from '../../model/distribution/fetch.ts'
import type { Resolver } from '../../model/ports.ts'
import { addressKind, isAddress, isLocalName } from '../../text/notations/ip-address.ts'
import { codeOf, failure, refusal, type Within } from './results.ts'

interface Surroundings {
  readonly resolver: Resolver
  /** The `originName` of each URL that the operator allows. */
  readonly allowed: ReadonlySet<string>
  readonly within: Within
}

export type CheckedAddresses =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly result: NotFetched }

/** Host and port, which the operator allows together. */
export const originName = (url: URL): string => `${hostOf(url)}:${url.port || '443'}`

/** Without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** One look-up. One address that is refused among several refuses the host: which one is used is chance. */
export async function checkedAddresses(
  url: URL,
  { resolver, allowed, within }: Surroundings,
): Promise<CheckedAddresses> {
  const host = hostOf(url)
  const isAllowed = allowed.has(originName(url))
  if (isLocalName(host) && !isAllowed) return not(refusal('RUN703', `The host "${host}" is this machine.`))
  const found = isAddress(host) ? { ok: true as const, addresses: [host] } : await within(lookUp(resolver, host))
  if (!found.ok) return found
  for (const address of found.addresses) {
    const kind = addressKind(address)
    if (kind === 'public' || (kind === 'private' && isAllowed)) continue
    const subject = address === host ? `The address "${host}"` : `The host "${host}" resolves to "${address}", which`
    return not(refusal('RUN703', `${subject} ${isAllowed ? 'no setting can allow' : 'is not public'}.`))
  }
  return found
}

async function lookUp(resolver: Resolver, host: string): Promise<CheckedAddresses> {
  try {
    const addresses = await resolver.resolve(host)
    return addresses.length > 0 ? { ok: true, addresses } : not(failure('RUN720', `The name "${host}" has no address.`))
  } catch (error) {
    return not(failure('RUN720', `The name "${host}" cannot be resolved (${codeOf(error)}).`))
  }
}

const not = (result: NotFetched): CheckedAddresses => ({ ok: false, result })
