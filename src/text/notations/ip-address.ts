/** `private`: common in an intranet, so an operator may allow it. `never`: nobody may. */
type AddressKind = 'public' | 'private' | 'never'

type Row = readonly [range: string, kind: AddressKind]

/**
 * The kind of an address, by the longest range that contains it (KCP §14.3 and the IANA registries of special
 * addresses). IPv6 is public only inside 2000::/3; the forms that carry an IPv4 address are there or in `carriers`.
 */
const rows: readonly Row[] = [
  ['0.0.0.0/0', 'public'],
  ['0.0.0.0/8', 'never'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  // Metadata of Alibaba Cloud.
  ['100.100.100.200/32', 'never'],
  ['127.0.0.0/8', 'private'],
  // Metadata of Azure, in public space.
  ['168.63.129.16/32', 'never'],
  ['169.254.0.0/16', 'never'],
  ['172.16.0.0/12', 'private'],
  // With 192.0.0.192, metadata of Oracle Cloud.
  ['192.0.0.0/24', 'never'],
  ['192.0.2.0/24', 'never'],
  ['192.88.99.0/24', 'never'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'never'],
  ['198.51.100.0/24', 'never'],
  ['203.0.113.0/24', 'never'],
  ['224.0.0.0/4', 'never'],
  ['240.0.0.0/4', 'never'],
  // Also mapped and compatible addresses, local NAT64, link-local and multicast addresses.
  ['::/0', 'never'],
  ['::1/128', 'private'],
  ['64:ff9b::/96', 'public'],
  ['2000::/3', 'public'],
  // Protocol assignments, Teredo among them.
  ['2001::/23', 'never'],
  ['2001:db8::/32', 'never'],
  ['3fff::/20', 'never'],
  ['fc00::/7', 'private'],
  // Metadata of AWS and of Google Cloud.
  ['fd00:ec2::/32', 'never'],
  ['fd20:ce::/32', 'never'],
]

/**
 * Ranges that embed an IPv4 address (NAT64 and 6to4), and its distance from the right. The network decides where they
 * lead, so none is public: `private` if the embedded address is public, else `never`.
 */
const carriers: readonly (readonly [range: string, shift: bigint])[] = [
  ['64:ff9b::/96', 0n],
  ['2002::/16', 80n],
]

interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

const byLength = rows.map(([range, kind]) => ({ ...rangeOf(range), kind })).sort((a, b) => b.length - a.length)
const carrying = carriers.map(([range, shift]) => ({ ...rangeOf(range), shift }))

/** `never` for a text that is not an address, and for an address with a zone. */
export function addressKind(text: string): AddressKind {
  const address = addressOf(text)
  return address ? kindOf(address) : 'never'
}

/** Whether a host is an IP address; `hostname` comes from `new URL()`, without brackets. */
export const isAddress = (hostname: string): boolean => addressOf(hostname) !== undefined

/** A name for this machine, whatever a resolver answers. */
export const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname)

/**
 * Whether the host of a URL is literally not public. `hostname` comes from `new URL()`, which has already turned
 * decimal, octal and hexadecimal forms into dotted ones. A name is checked when it is resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return isLocalName(host) || (isAddress(host) && addressKind(host) !== 'public')
}

function kindOf(address: Address): AddressKind {
  const kind = byLength.find((range) => isInside(address, range))?.kind ?? 'never'
  const carrier = kind === 'public' ? carrying.find((range) => isInside(address, range)) : undefined
  if (!carrier) return kind
  const inside = kindOf({ bits: 32, value: (address.value >> carrier.shift) & 0xffff_ffffn })
  return inside === 'public' ? 'private' : 'never'
}

interface Range extends Address {
  readonly length: number
}

function isInside({ bits, value }: Address, range: Range): boolean {
  return bits === range.bits && (value ^ range.value) >> BigInt(bits - range.length) === 0n
}

function rangeOf(written: string): Range {
  const [first = '', length] = written.split('/')
  const address = addressOf(first)
  if (!address) throw new Error(`"${written}" is not a range`)
  return { ...address, length: Number(length) }
}

function addressOf(text: string): Address | undefined {
  if (!text.includes(':')) return ipv4Of(text)
  // An IPv4 address at the end is written as two groups first.
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const tail = dotted?.[2] === undefined ? undefined : ipv4Of(dotted[2])
  if (dotted && !tail) return undefined
  const hex = tail ? `${dotted?.[1]}${(tail.value >> 16n).toString(16)}:${(tail.value & 0xffffn).toString(16)}` : text
  return ipv6Of(hex)
}

/** Four decimal numbers without leading zeros, which some programs read as octal. */
function ipv4Of(text: string): Address | undefined {
  const parts = text.split('.')
  const isValid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  return isValid ? { bits: 32, value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) } : undefined
}

function ipv6Of(text: string): Address | undefined {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [before = [], after = []] = halves
  const missing = 8 - before.length - after.length
  const isWhole = halves.length === 1 ? missing === 0 : halves.length === 2 && missing > 0
  const groups = [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after]
  if (!isWhole || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return { bits: 128, value: groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n) }
}
