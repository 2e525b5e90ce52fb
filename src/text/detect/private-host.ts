/** First address and prefix length of ranges that are not public (KCP §14.3). */
const privateRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const ranges = privateRanges.map(([address, length]) => ({ start: numberOf(address), size: 2 ** (32 - length) }))

/**
 * Whether the host of a URL is literally not public. `hostname` comes from `new URL()`, which has already
 * turned decimal, octal and hexadecimal forms into dotted ones. A name is checked when it is resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (host.startsWith('[')) return isPrivateIpv6(groupsOf(host.slice(1, -1)))
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) && isPrivateIpv4(numberOf(host))
}

function isPrivateIpv4(address: number): boolean {
  return ranges.some(({ start, size }) => address >= start && address < start + size)
}

/** Only global unicast is public; this excludes loopback, mapped, link-local and local addresses. */
function isPrivateIpv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = groups
  if (first < 0x2000 || first > 0x3fff) return true
  return first === 0x2002 && isPrivateIpv4(second * 65_536 + third)
}

function numberOf(dotted: string): number {
  return dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = address.split('::')
  const before = hexGroups(head)
  const after = hexGroups(tail)
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}

const hexGroups = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => parseInt(group, 16))
