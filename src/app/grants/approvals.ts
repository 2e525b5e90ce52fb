import { findNamed, findRef, unitRef } from '../../catalog/refs.ts'
import type { Circumstances } from '../../govern/gate.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Approval, Reason } from '../../model/decisions/decision.ts'
import type { Approvals, Clock, Ports } from '../../model/ports.ts'
import { claimsBlocked } from '../../model/tables/status-scale.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decideRef, deciderFor } from '../decide/decide-ref.ts'

/** Duration of an approval. */
const approvalHours = 24

/** What a person can approve for one ref, and what no approval can change. */
export interface ApprovalProposal extends Pick<Approval, 'manifestDigest'> {
  readonly ref: string
  /** Folder of the entry it belongs to. */
  readonly path: string
  readonly asks: readonly Reason[]
  /** Binds approvals of a signature to the entry. */
  readonly headDigest?: string
  /** The manifest that must be approved as well, because its signature asks. */
  readonly askedAbout?: string
  readonly denials: readonly Reason[]
  /** Its text is not granted; that needs `trust`, not an approval. */
  readonly needsTrust: boolean
}

type Asker = Pick<Reader, 'ports' | 'requester' | 'restraints'> & {
  readonly action?: string
  /** Also approve claims that are disputed or have no source. */
  readonly claims?: boolean
  /** The person wants to refuse, so what was approved counts too. */
  readonly refuses?: boolean
}

/** What was refused may be approved, and what was approved may be refused. */
const mayBeAnswered = ({ verdict, refused, approved }: Reason, { refuses }: Asker): boolean =>
  verdict === 'ask' || refused === true || (refuses === true && approved === true)

/** The approvals that an action on this pack, unit or manifest needs, by default a read; `undefined` for other refs. */
export function proposeApproval(catalog: Catalog, ref: string, reader: Asker): ApprovalProposal | undefined {
  const circumstances: Circumstances = {
    action: reader.action ?? 'read',
    activation: 'explicit',
    now: reader.ports.clock.now(),
  }
  const found = decideRef(catalog, ref, reader, circumstances)
  if (!found) return proposeForManifest(catalog, ref, reader, circumstances)
  const {
    decision: { reasons },
    folder: path,
    headDigest,
  } = found
  const asking = reasons.filter((reason) => mayBeAnswered(reason, reader))
  // The signature is that of the manifest, and so is its approval.
  const isOfManifest = ({ gate, asksAbout = ref }: Reason): boolean => gate === 'signature' && asksAbout !== ref
  const askedAbout = asking.find(isOfManifest)?.asksAbout
  return {
    ref,
    path,
    headDigest,
    ...(askedAbout === undefined ? {} : { askedAbout }),
    asks: [
      ...asking.filter((reason) => reason.gate !== 'trust' && !isOfManifest(reason)),
      ...(reader.claims ? [claimsAsk] : []),
    ],
    denials: reasons.filter(({ verdict, refused }) => verdict === 'deny' && !refused),
    needsTrust: asking.some(({ gate }) => gate === 'trust'),
  }
}

/** The asks that apply to all units of a manifest. */
function proposeForManifest(
  catalog: Catalog,
  ref: string,
  reader: Asker,
  circumstances: Circumstances,
): ApprovalProposal | undefined {
  const entry = findRef(catalog, ref)?.entry
  if (entry?.document.kind !== 'manifest') return undefined
  const decider = deciderFor(reader, circumstances)
  const asking = entry.document.units
    .flatMap((unit) => decider.decide({ ref: unitRef(ref, unit.id), entry, unit }, circumstances)?.reasons ?? [])
    .filter((reason) => mayBeAnswered(reason, reader))
  const shared = asking.filter(({ asksAbout }) => asksAbout === ref)
  return {
    ref,
    path: entry.found.folder,
    manifestDigest: entry.headDigest,
    asks: [...new Map(shared.map((reason) => [reason.code, reason])).values()],
    denials: [],
    needsTrust: asking.some(({ gate }) => gate === 'trust'),
  }
}

const claimsAsk: Reason = {
  gate: 'status',
  verdict: 'ask',
  code: claimsBlocked,
  sentence: 'Claims that are disputed or have no source are withheld.',
}

/** Approves or refuses exactly these asks, each by its code. */
export function saveApprovals(
  { approvals, clock }: Pick<Ports, 'approvals' | 'clock'>,
  { ref, path, manifestDigest, headDigest, asks }: ApprovalProposal,
  given: Exclude<Approval['given'], 'client'>,
  { refused, by }: Pick<Approval, 'refused' | 'by'> = {},
): readonly Approval[] {
  const now = clock.now()
  const until = new Date(now.getTime() + approvalHours * 3_600_000).toISOString()
  const saved = asks.map(({ gate, code }): Approval => {
    const bound = gate === 'signature' ? (manifestDigest ?? headDigest) : manifestDigest
    const about = { ref, path, ...(bound === undefined ? {} : { manifestDigest: bound }) }
    const answer = { given, ...(refused ? { refused } : {}), ...(by === undefined ? {} : { by }) }
    return { ...about, code, ...answer, at: now.toISOString(), until }
  })
  for (const approval of saved) approvals.save(approval)
  return saved
}

/** A question that a client may ask its user. */
export interface StatusQuestion {
  readonly ref: string
  /** Folder of the pack. */
  readonly path: string
  /** Codes of the asks. */
  readonly codes: readonly string[]
  /** Contains no text of the pack. */
  readonly sentence: string
}

/** Only if the status is the only ask: trust, human approval and payment are never asked for through a client. */
export function statusQuestion(catalog: Catalog, written: string, reader: Reader): StatusQuestion | undefined {
  const ref = findNamed(catalog, written)?.ref
  const proposal = ref === undefined ? undefined : proposeApproval(catalog, ref, reader)
  if (!proposal || proposal.needsTrust || proposal.denials.length > 0 || proposal.asks.length === 0) return undefined
  if (proposal.asks.some(({ gate }) => gate !== 'status')) return undefined
  return {
    ref: proposal.ref,
    path: proposal.path,
    codes: proposal.asks.map(({ code }) => code),
    sentence: proposal.asks.map(({ sentence }) => sentence).join(' '),
  }
}

/** Approvals that a person confirmed while the knowledge is open; they are not stored. */
export class SessionApprovals implements Approvals {
  readonly #stored: Approvals
  readonly #clock: Clock
  readonly #confirmed: Approval[] = []

  constructor(stored: Approvals, clock: Clock) {
    this.#stored = stored
    this.#clock = clock
  }

  stamp(): string | undefined {
    const stored = this.#stored.stamp?.()
    return stored === undefined ? undefined : `${stored} ${this.#confirmed.length}`
  }

  find(ref: string): readonly Approval[] {
    return [...this.#stored.find(ref), ...this.#confirmed.filter((approval) => approval.ref === ref)]
  }

  save(approval: Approval): void {
    this.#stored.save(approval)
  }

  confirm({ ref, path, codes }: StatusQuestion): void {
    const at = this.#clock.now().toISOString()
    this.#confirmed.push(
      ...codes.map((code): Approval => ({ ref, path, code, given: 'client', at, until: endOfSession })),
    )
  }
}

const endOfSession = '9999-12-31T23:59:59.999Z'
