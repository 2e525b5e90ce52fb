import { compareText } from '../compare.ts'

const semverPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/

/** Semantic Versioning 2.0.0. */
export function isSemver(text: string): boolean {
  return text.length <= 256 && semverPattern.test(text)
}

type VersionPolicy = 'exact' | 'minimum' | 'compatible'

/** Precedence by Semantic Versioning §11: negative, zero or positive; `undefined` if either is not a version. */
export function semverOrder(a: string, b: string): number | undefined {
  if (!isSemver(a) || !isSemver(b)) return undefined
  const left = partsOf(a)
  const right = partsOf(b)
  return orderLists(left.core, right.core) || orderPreReleases(left.preRelease, right.preRelease)
}

/** KCP §3.6; `undefined` when the two cannot be compared. */
export function satisfiesPin(version: string, pin: string, policy: VersionPolicy): boolean | undefined {
  const order = semverOrder(version, pin)
  if (order === undefined) return policy === 'exact' && version === pin ? true : undefined
  switch (policy) {
    case 'exact':
      return order === 0
    case 'minimum':
      return order >= 0
    case 'compatible':
      return partsOf(version).core[0] === partsOf(pin).core[0]
  }
}

interface VersionParts {
  readonly core: readonly string[]
  readonly preRelease: readonly string[]
}

function partsOf(version: string): VersionParts {
  const [precedence = ''] = version.split('+')
  const dash = precedence.indexOf('-')
  if (dash < 0) return { core: precedence.split('.'), preRelease: [] }
  return { core: precedence.slice(0, dash).split('.'), preRelease: precedence.slice(dash + 1).split('.') }
}

/** A release comes after its pre-releases. */
function orderPreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  return orderLists(a, b)
}

function orderLists(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = orderIdentifiers(a[i] ?? '', b[i] ?? '')
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers may be longer than a double can represent, so they are compared as digits. */
function orderIdentifiers(a: string, b: string): number {
  const aIsNumber = /^\d+$/.test(a)
  const bIsNumber = /^\d+$/.test(b)
  if (aIsNumber && bIsNumber && a.length !== b.length) return a.length - b.length
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  return compareText(a, b)
}
