import { artifactKinds, procedureKinds } from '../../model/tables/vocabulary.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { EffectiveUnit } from '../../model/documents/effective.ts'
import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.3a'
const knowledge = always({ verdict: 'allow', code: 'artifact-knowledge', spec })
const readKinds: ReadonlySet<string> = new Set(['knowledge', 'schema', 'policy'])

/**
 * KCP §4.3a, §4.3c, §16.3: a unit that describes an action is listed. Its text is shown only if its author declares it
 * loadable or a person approves it, and is never run.
 */
export const artifact: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const { value: kind, origin } = subject.unit.artifact
  if (readKinds.has(kind)) return knowledge
  const found = { values: { kind }, pointer: writtenAt(subject.unit, origin, 'kind'), spec }
  if (isProcedure(kind))
    return isLoadEligible(subject.unit)
      ? { ...found, verdict: 'allow', code: 'artifact-eligible', obligations: ['note'] }
      : { ...found, verdict: 'ask', code: 'artifact-ineligible' }
  const isKnown = (artifactKinds as readonly string[]).includes(kind)
  return { ...found, verdict: 'ask', code: isKnown ? 'artifact-pointer' : 'artifact-unknown' }
}

/** Listed by id, path and intent; its text is read only on a person's approval. */
export const isPointer = (unit: EffectiveUnit): boolean =>
  !readKinds.has(unit.artifact.value) && !(isProcedure(unit.artifact.value) && isLoadEligible(unit))

/** Whether at most its kind asks: then it may be listed. */
export const mayBeListed = ({ verdict, reasons }: Decision): boolean =>
  verdict === 'allow' ||
  (verdict === 'ask' && reasons.every((reason) => reason.verdict === 'allow' || reason.gate === 'artifact'))

const isProcedure = (kind: string): boolean => (procedureKinds as readonly string[]).includes(kind)

/** Only an explicit `true` counts, and only with an action scope that is not empty (KCP §4.3c). */
const isLoadEligible = ({ unit }: EffectiveUnit): boolean => unit.loadEligible === true && isScope(unit.actionScope)

const isScope = (scope: unknown): boolean =>
  typeof scope === 'object' && scope !== null && !Array.isArray(scope) && Object.keys(scope).length > 0
