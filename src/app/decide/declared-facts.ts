import { privateName } from '../../discover/skipped-folders.ts'
import type { UnitSubject } from '../../govern/gate.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { unitGraph } from '../../select/units/unit-graph.ts'
import { normalizePath } from '../../text/paths/paths.ts'

export type WritableSubject = { -readonly [Key in keyof UnitSubject]: UnitSubject[Key] }

/**
 * Adds what a manifest declares about a unit besides its effective fields. `root` is the manifest whose defaults apply;
 * for an included unit it is not the `document` that lists it.
 */
export function addDeclaredFacts(
  subject: WritableSubject,
  unit: Unit,
  { document, root }: { readonly document: Manifest; readonly root: Manifest },
): void {
  // A unit's own methods replace those of the manifest (KCP §3.3).
  const auth = unit.auth ?? root.auth
  if (auth) subject.auth = auth
  if (root.trust?.audit) subject.audit = root.trust.audit
  const successor = unit.deprecated ? unitGraph(document).successors.get(unit.id) : undefined
  if (successor !== undefined) subject.successor = successor
  const name = privateName(normalizePath(unit.path))
  if (name !== undefined) subject.privateName = name
}
