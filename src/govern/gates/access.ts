import type { EffectiveUnit } from '../../model/documents/effective.ts'
import type { AgentRequirements, Manifest } from '../../model/documents/manifest.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { credentialPointer, resolveExposure } from '../exposure.ts'
import { always, notDeclared, writtenAt, type Gate, type GateFinding, type UnitSubject } from '../gate.ts'

const spec = 'KCP §4.11'
const openToAll = always({ verdict: 'allow', code: 'access-open', spec })

/** KCP §3.3, §4.11: a unit that needs a credential is denied without one, and without the scope it declares, if any. */
export const access: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const resolved = resolveExposure(subject, requester)
  const pointer = credentialPointer(subject, resolved)
  const isRestricted = unit.access.value === 'restricted' || resolved.exposure.sensitivity?.value === 'restricted'
  const unattested = isRestricted ? missingAttestation(subject, requester) : undefined
  if (unattested) return { ...unattested, spec: 'KCP §3.2' }
  if (!resolved.exposure.requiresAuth.value) return pointer === undefined ? openToAll : { ...openToAll, pointer }
  if (requester.authenticated !== true) return { ...withoutCredential(subject), pointer, spec }
  const methods = unit.unit.auth?.methods
  if (methods && !methods.some(({ type }) => type !== 'none' && requester.credentials?.includes(type ?? '')))
    return { ...withoutCredential(subject, 'credential-other'), pointer: writtenAt(unit, 'unit', 'auth'), spec }
  if (unit.access.value !== 'restricted') return { verdict: 'allow', code: 'credential-held', pointer, spec }
  const scope = unit.unit.authScope
  if (scope === undefined) return { verdict: 'allow', code: 'credential-held', pointer, spec }
  const held = requester.scopes?.includes(scope) === true
  return {
    verdict: held ? 'allow' : 'deny',
    code: held ? 'scope-held' : 'scope-missing',
    values: { scope },
    pointer: writtenAt(unit, 'unit', 'auth_scope'),
    spec,
  }
}

/** KCP §3.2: an attestation of a listed provider, or an accepted credential, for every requirement that applies. */
function missingAttestation({ agentRequirements = [] }: UnitSubject, requester: Requester): GateFinding | undefined {
  for (const { requireAttestation, attestationProviders = [], acceptedCredentials = [] } of agentRequirements) {
    if (requireAttestation !== true) continue
    const isAttested =
      requester.attestations?.some((provider) => attestationProviders.includes(provider)) === true ||
      requester.credentials?.some((type) => acceptedCredentials.includes(type)) === true
    const accepted = [...attestationProviders, ...acceptedCredentials]
    if (!isAttested)
      return {
        verdict: 'deny',
        code: 'attestation-missing',
        values: { providers: accepted.join(', ') || 'a provider that it does not name' },
      }
  }
  return undefined
}

/** Lists the methods that the publisher offers (KCP §3.3). */
function withoutCredential({ auth }: UnitSubject, code = 'credential-missing'): GateFinding {
  const offered = (auth?.methods ?? []).flatMap(({ type }) => (type === undefined || type === 'none' ? [] : type))
  return offered.length === 0
    ? { verdict: 'deny', code: 'credential-unobtainable' }
    : { verdict: 'deny', code, values: { offered: offered.join(', ') } }
}

/**
 * KCP §3.2: whether a unit is for attested agents only, for the lists that name it. `governing`: the requirements of
 * manifests that govern this one.
 */
export function needsAttestation(
  { trust }: Pick<Manifest, 'trust'>,
  unit: EffectiveUnit,
  governing: readonly AgentRequirements[] = [],
): boolean {
  const included = unit.unit.from?.roots.map((root) => root.trust?.agentRequirements) ?? []
  const isRequired = [trust?.agentRequirements, ...included, ...governing].some(
    (requirements) => requirements?.requireAttestation === true,
  )
  if (!isRequired) return false
  return unit.access.value === 'restricted' || unit.exposure(undefined).sensitivity?.value === 'restricted'
}
