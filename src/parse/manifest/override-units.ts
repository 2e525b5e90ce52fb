import type { Finding } from '../../model/codes/diagnostic.ts'
import type { Malformed } from '../../model/documents/governance.ts'
import { isWebAddress, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { isObject } from '../read-fields.ts'
import { pointer } from '../yaml/tree.ts'
import { unitOf, type Member } from './composed-unit.ts'
import { loosenedBy } from './loosened.ts'

interface Overriding {
  readonly members: Map<string, Member>
  readonly displaced: Member[]
  readonly own: ReadonlySet<string>
  readonly findings: Finding[]
  /** The included manifest that overrides; absent for the composing one. */
  readonly file: string | undefined
}

export function overrideUnits(
  overrides: readonly unknown[],
  { members, displaced, own, findings, file }: Overriding,
): void {
  for (const [i, written] of overrides.entries()) {
    if (!isObject(written) || typeof written['id'] !== 'string') continue
    const { id, ...named } = written
    const at = pointer('composition', 'overrides', i)
    const member = own.has(String(id)) ? undefined : members.get(String(id))
    if (!member?.origin) {
      findings.push(unknownId(String(id), own, pointer('composition', 'overrides', i, 'id'), 'overridden'))
      continue
    }
    const { fields, faults, unread } = applied(member, usable(named))
    for (const { path, written: value } of faults)
      findings.push({
        code: 'KCP724',
        message:
          `The override of ${showValue(id)} sets ${path} to ${value}, ` +
          `which is less strict than what ${showValue(member.origin.file)} declares.`,
        pointer: `${at}/${path}`,
      })
    // With a new path, the unit before the override still restricts its own file.
    if (Object.hasOwn(fields, 'path')) displaced.push(member)
    const places = Object.keys(fields).map((name) => [name, `${file === undefined ? '' : `${file}#`}${at}/${name}`])
    members.set(member.id, {
      ...member,
      raw: { ...member.raw, ...fields },
      faults: [...member.faults, ...faults, ...unread],
      origin: { ...member.origin, overridden: { ...member.origin.overridden, ...Object.fromEntries(places) } },
    })
  }
}

/** Without a path that leaves the root. */
function usable({ path, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const isPath = typeof path === 'string' && path.trim() !== '' && (isWebAddress(path) || !pathProblem(path))
  return isPath ? { ...fields, path } : fields
}

interface Applied {
  readonly fields: Record<string, unknown>
  /** Fields that loosen a restriction. */
  readonly faults: readonly Malformed[]
  /** Values that could not be read before the override: what they forbid is unknown, so a gate still asks. */
  readonly unread: readonly Malformed[]
}

/**
 * The fields that an override replaces. A licence that would lose its attribution stays, because no gate asks about it.
 */
function applied(member: Member, fields: Record<string, unknown>): Applied {
  const before = unitOf(member, 0)
  const after = unitOf({ ...member, raw: { ...member.raw, ...fields } }, 0)
  if (typeof before === 'string' || typeof after === 'string') return { fields: {}, faults: [], unread: [] }
  const loosened = (member.origin?.roots ?? []).flatMap((root) => loosenedBy(fields, { before, after }, root))
  const faults = [...new Map(loosened.map((fault) => [fault.path, fault])).values()]
  const unread = before.unreadable.filter(({ path }) => !after.unreadable.some((fault) => fault.path === path))
  const { license, ...others } = fields
  const keepsLicense = license === undefined || faults.some(({ field }) => field === 'license')
  return { fields: keepsLicense ? others : fields, faults, unread }
}

export function unknownId(id: string, own: ReadonlySet<string>, at: string, done: 'overridden' | 'excluded'): Finding {
  const why = own.has(id) ? 'is a unit of this manifest, which always counts' : 'is no included unit'
  return { code: 'KCP722', message: `The id ${showValue(id)} ${why}; nothing is ${done}.`, pointer: at }
}
