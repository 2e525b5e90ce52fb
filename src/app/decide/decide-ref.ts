import { addDeclaredFacts, type WritableSubject } from './declared-facts.ts'
import { findRef, switchedOff, type NamedEntry } from '../../catalog/refs.ts'
import { decide } from '../../govern/decide.ts'
import { limitsFor } from '../../govern/gates/rate.ts'
import { askTime, type Circumstances, type Subject, type UnitSubject } from '../../govern/gate.ts'
import { signatureFinding } from '../../govern/gates/signature.ts'
import { aboutText, strictest } from '../../govern/strictest.ts'
import { signatureDecision, waitingDecision } from '../../govern/early-decisions.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Decision, Grant } from '../../model/decisions/decision.ts'
import type { RateLimits, RequestLimits } from '../../model/documents/effective.ts'
import type { Usage } from '../../model/ports.ts'
import type { AgentRequirements, Manifest } from '../../model/documents/manifest.ts'
import { effectiveUnit, underRoot } from '../../parse/manifest/inherit.ts'
import type { Reader } from './ask-gates.ts'
import { closedInclude, whySourceExcluded } from './excluded-source.ts'
import type { Moment } from './decision-cache.ts'
import type { Sharer } from './same-file.ts'
import { approvalsFor, grantFor, standingOf, type Answers } from './standing.ts'

type Asker = Pick<Reader, 'ports' | 'requester' | 'restraints'> & Partial<Pick<Reader, 'trustAll' | 'grantsSeen'>>

export interface RefDecision {
  readonly decision: Decision
  /** Folder of the entry. */
  readonly folder: string
  readonly headDigest: string
}

/** The decision on one pack or unit; `undefined` for other refs. */
export function decideRef(
  catalog: Catalog,
  ref: string,
  asker: Asker,
  circumstances: Circumstances,
): RefDecision | undefined {
  const named = findRef(catalog, ref)
  const decision = named && decideNamed(named, asker, circumstances)
  const { found, headDigest } = named?.entry ?? {}
  return decision && found && { decision, folder: found.folder, headDigest: headDigest ?? '' }
}

/** The decision on a pack or unit, without opening its content; `undefined` for a manifest. */
export function decideNamed(named: NamedEntry, asker: Asker, circumstances: Circumstances): Decision | undefined {
  return deciderFor(asker, circumstances).decide(named, circumstances)
}

/** Decides about many entries; looks up the grants and switches of each once. */
export interface Decider {
  /** `undefined` for a manifest. */
  decide(named: NamedEntry, circumstances: Circumstances): Decision | undefined
  /** As `decide`, once per entry; for a changed entry, only that it needs a new grant. */
  decideSharer(sharer: Sharer, circumstances: Circumstances): Decision | undefined
  /** As `decide`, combined with the decisions on all granted entries of the same file, which are made once per list. */
  decideShared(
    named: NamedEntry,
    sharers: readonly Sharer[] | undefined,
    circumstances: Circumstances,
  ): Decision | undefined
  grantFor(entry: Pick<CatalogEntry, 'found' | 'headDigest'>): Grant | undefined
  isDisabled(ref: string): boolean
  /** The decision on a granted entry as a whole if its signature refuses it (KCP §16). */
  signatureRefusal(entry: CatalogEntry): Decision | undefined
}

/** The circumstances of a read; the time is read only where it matters. */
export const circumstancesAt = (moment: Moment, activation: Circumstances['activation']): Circumstances => ({
  action: 'read',
  activation,
  get now() {
    return moment.now
  },
  ...(moment.atTime ? { atTime: moment.atTime } : {}),
})

export function deciderFor(asker: Asker, moment: Moment): Decider {
  const { ports, restraints, trustAll, grantsSeen: grants = new Map<EntryFile, Grant | undefined>() } = asker
  // Without any grant, no entry needs a lookup; there may be thousands.
  const isNothingGranted = !trustAll && ports.grants.isEmpty()
  const limitsOf = new Map<string, RequestLimits>()
  const stores: Stores = {
    isDisabled: switchedOff([...ports.switches.disabled(), ...(restraints.disabled ?? [])]),
    grantFor(entry) {
      const { found } = entry
      const known = grants.get(found)
      if (known || isNothingGranted || grants.has(found)) return known
      const grant = trustAll
        ? unattended(found, (moment.unnoted ?? moment.now).toISOString())
        : grantFor(ports.grants, entry)
      grants.set(found, grant)
      return grant
    },
    countOf(ref, declared) {
      // An included unit has the limits of every root; a shared store checks only the last limits passed to it.
      const limits = lowest(limitsOf.get(ref), limitsFor(declared, asker.requester))
      limitsOf.set(ref, limits)
      return usageOf(ref, limits, ports.usage, moment.unnoted ?? moment.now)
    },
  }
  const together = new Map<readonly Sharer[], Map<string, Decision>>()
  const decideOne = (named: NamedEntry, circumstances: Circumstances): Decision | undefined =>
    decideWith(named, asker, stores, circumstances)
  const alone = new Map<Sharer, Map<string, Decision | undefined>>()
  const decideSharer = (sharer: Sharer, circumstances: Circumstances): Decision | undefined => {
    if (sharer.waits) return waitingDecision(sharer.entry)
    const key = keyOf(circumstances)
    const byCircumstances = alone.get(sharer) ?? new Map<string, Decision | undefined>()
    if (byCircumstances.has(key)) return byCircumstances.get(key)
    const decision = decideOne(sharer, circumstances)
    const about = decision && sharer.isGuess ? aboutText(decision) : decision
    alone.set(sharer, byCircumstances.set(key, about))
    return about
  }
  return {
    ...stores,
    signatureRefusal(entry) {
      const { ref, found, signature, headDigest } = entry
      const grant = stores.grantFor(entry)
      if (!grant || grant.changed || found.scope === 'builtin') return undefined
      const signed = { grant, ...(signature ? { signature } : {}), signersRequired: signersRequired(restraints) }
      const finding = signatureFinding(signed, ref)
      if (finding.verdict === 'allow') return undefined
      const about = { ref, folder: found.folder, manifestDigest: headDigest }
      const isApproved =
        finding.verdict === 'ask' && approvalsFor(ports.approvals, about, moment).approvals.includes(finding.code)
      return isApproved ? undefined : signatureDecision(ref, finding)
    },
    decide: decideOne,
    decideSharer,
    decideShared(named, sharers, circumstances) {
      const own = decideOne(named, circumstances)
      if (!own || !sharers) return own
      const key = keyOf(circumstances)
      const byCircumstances = together.get(sharers) ?? new Map<string, Decision>()
      const known =
        byCircumstances.get(key) ??
        strictest(
          own,
          sharers.flatMap((one) => decideSharer(one, circumstances) ?? []),
        )
      together.set(sharers, byCircumstances.set(key, known))
      return strictest(own, [known])
    },
  }
}

/** Without the time, because a decider decides at a single point in time. */
const keyOf = ({ action, activation, asOf, allTemporal }: Circumstances): string =>
  [action, activation, asOf?.getTime(), allTemporal].join(' ')

const signersRequired = ({ signatures }: Reader['restraints']): number =>
  signatures?.required ? signatures.threshold : 0

interface Stores extends Pick<Decider, 'grantFor' | 'isDisabled'> {
  countOf(ref: string, limits: RateLimits): NonNullable<UnitSubject['usage']>
}

const unattended = ({ folder }: EntryFile, at: string): Grant => ({
  path: folder,
  given: 'unattended',
  at,
  follow: true,
})

function decideWith(
  named: NamedEntry,
  asker: Asker,
  stores: Stores,
  circumstances: Circumstances,
): Decision | undefined {
  const first = decideUnder(named, undefined, { asker, stores, circumstances })
  const [, ...roots] = rootsOf(named)
  if (!first || roots.length === 0) return first
  // Whatever the manifests that compose an included unit declare at their roots applies to it (KCP §3.11).
  return strictest(
    first,
    roots.flatMap((root) => decideUnder(named, root, { asker, stores, circumstances }) ?? []),
  )
}

/** For an included unit: its own manifest, then those that include it. */
const rootsOf = ({ entry: { document }, unit }: NamedEntry): readonly Manifest[] =>
  unit?.from && document.kind === 'manifest' ? [...unit.from.roots, document] : []

interface Deciding {
  readonly asker: Asker
  readonly stores: Stores
  readonly circumstances: Circumstances
}

function decideUnder(
  named: NamedEntry,
  root: Manifest | undefined,
  { asker, stores, circumstances }: Deciding,
): Decision | undefined {
  const { ports, requester } = asker
  const subject = subjectOf(named, root, { asker, stores, circumstances })
  if (!subject) return undefined
  const decision = decide(subject, requester, circumstances)
  // An approval can only change an ask, so the store is read only then.
  if (
    decision.verdict === 'allow' ||
    !decision.reasons.some(({ gate, verdict }) => verdict === 'ask' && gate !== 'trust')
  )
    return decision
  const { approvals, confirmed, ...own } = approvalsFor(
    ports.approvals,
    { ref: named.ref, folder: named.entry.found.folder },
    circumstances,
  )
  const whole = answersForManifest(decision, named, ports, circumstances)
  const manifestApprovals = whole?.approvals ?? []
  const refusals = [...own.refusals, ...(whole?.refusals ?? [])]
  if (approvals.length + confirmed.length + manifestApprovals.length + refusals.length === 0) return decision
  const answeredBy = { ...whole?.answeredBy, ...own.answeredBy }
  return decide({ ...subject, approvals, manifestApprovals, confirmed, refusals, answeredBy }, requester, circumstances)
}

/** A person's answers for the whole manifest, where a gate asks about it. */
function answersForManifest(
  { reasons }: Decision,
  { entry: { ref, found, headDigest } }: NamedEntry,
  { approvals }: Asker['ports'],
  moment: Moment,
): Answers | undefined {
  if (!reasons.some(({ asksAbout }) => asksAbout !== undefined)) return undefined
  return approvalsFor(approvals, { ref, folder: found.folder, manifestDigest: headDigest }, moment)
}

function lowest(before: RequestLimits | undefined, limits: RequestLimits): RequestLimits {
  if (!before) return limits
  const names = ['requestsPerMinute', 'requestsPerHour', 'requestsPerDay'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const lower = Math.min(before[name] ?? Infinity, limits[name] ?? Infinity)
      return lower === Infinity ? [] : [[name, lower]]
    }),
  )
}

function usageOf(ref: string, limits: RequestLimits, usage: Usage, now: Date): NonNullable<UnitSubject['usage']> {
  const hour = limits.requestsPerHour === undefined ? undefined : usage.hour?.(ref, now)
  return { ...usage.count(ref, now, limits), ...(hour === undefined ? {} : { hour }) }
}

/** An ungranted entry imposes no requirements on others. */
function requirementsOf(
  { governedBy = [] }: CatalogEntry,
  { trust }: Manifest,
  grantOf: Stores['grantFor'],
): readonly AgentRequirements[] {
  const propagated = governedBy.filter(({ by }) => standingOf(by.found, grantOf(by)) !== 'ungranted')
  const own = trust?.agentRequirements
  return own || propagated.length > 0 ? [...(own ? [own] : []), ...propagated.map((one) => one.requirements)] : none
}

const none: readonly AgentRequirements[] = []

function subjectOf(
  { ref, entry, unit }: NamedEntry,
  root: Manifest | undefined,
  { asker, stores, circumstances }: Deciding,
): Subject | undefined {
  const { ports, requester, restraints } = asker
  const { grantFor: grantOf, isDisabled, countOf } = stores
  const { document, found, enabled } = entry
  const grant = grantOf(entry)
  const disabled = !enabled || isDisabled(ref) || isDisabled(entry.ref)
  const builtin = found.scope === 'builtin'
  if (document.kind === 'pack')
    return {
      kind: 'pack',
      ref,
      disabled,
      builtin,
      ...(grant ? { grant } : {}),
      ...(entry.signature ? { signature: entry.signature } : {}),
      signersRequired: signersRequired(restraints),
      pack: document,
    }
  if (!unit) return undefined
  const effective = root ? underRoot(root, unit) : effectiveUnit(document, unit)
  const declared = root ?? unit.from?.roots[0] ?? document
  // Assigned field by field: spreading costs more than all gates, and there may be 10,000 units.
  const subject: WritableSubject = { kind: 'unit', ref, disabled, builtin, unit: effective }
  if (grant) subject.grant = grant
  if (entry.signature) subject.signature = entry.signature
  if (restraints.signatures?.required) subject.signersRequired = signersRequired(restraints)
  subject.manifestRef = entry.ref
  addDeclaredFacts(subject, unit, { document, root: declared })
  const requirements = requirementsOf(entry, declared, grantOf)
  if (requirements.length > 0) subject.agentRequirements = requirements
  const sourceAt = (now: Date): string =>
    JSON.stringify(
      whySourceExcluded(entry, {
        now,
        environment: requester.environment,
        isGranted: (by) => standingOf(by.found, grantOf(by)) !== 'ungranted',
      }) ?? null,
    )
  if (entry.declaredBy) {
    const { asOf } = circumstances
    const written = asOf ? sourceAt(asOf) : askTime(circumstances, `source ${entry.ref}`, sourceAt)
    const source = JSON.parse(written) as UnitSubject['source'] | null
    if (source) subject.source = source
  }
  const include = unit.from && closedInclude(unit.from, entry.signature)
  if (include) subject.include = include
  if (effective.rateLimits) subject.usage = countOf(ref, effective.rateLimits.value)
  if (!ports.receipts.durable) subject.unrecorded = true
  if (restraints.requireUnitHashes) subject.hashRequired = true
  return subject
}
