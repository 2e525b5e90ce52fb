import type { NamedEntry } from '../../catalog/refs.ts'
import type { Circumstances } from '../../govern/gate.ts'
import type { Decision } from '../../model/decision.ts'
import { limits } from '../../model/limits.ts'
import type { Ports } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decideNamed } from '../decide/decide-ref.ts'

/**
 * As `decideNamed`, which reads only the head of a pack: if every gate allows it, the entry file is hashed as well,
 * since a read would find it changed (AK-118). A refused entry is not opened.
 */
export function decideAsGranted(named: NamedEntry, reader: Reader, circumstances: Circumstances): Decision | undefined {
  const decision = decideNamed(named, reader, circumstances)
  if (decision?.verdict !== 'allow' || reader.trustAll || entryStands(named, reader.ports)) return decision
  const grants: Ports['grants'] = { ...reader.ports.grants, find: (path) => withChange(reader.ports.grants.find(path)) }
  return decideNamed(named, { ...reader, ports: { ...reader.ports, grants }, grantsSeen: new Map() }, circumstances)
}

const withChange = <G extends object>(grant: G | undefined): (G & { readonly changed: true }) | undefined =>
  grant && { ...grant, changed: true }

/** Discovery reads whole manifests, so only packs can differ. */
function entryStands(
  { entry: { found, document } }: NamedEntry,
  { files, grants }: Pick<Ports, 'files' | 'grants'>,
): boolean {
  const grant = found.scope === 'builtin' || document.kind !== 'pack' ? undefined : grants.find(found.folder)
  if (!grant?.files) return true
  const read = files.read(found.folder, found.file, { limit: limits.contentBytes })
  return read.ok && grant.files[found.file] === digest(read.bytes)
}
