import { nameOf } from '../../catalog/disclosure.ts'
import { unitRef, type NamedEntry } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import { gateNames, type Decision, type GateName, type Reason, type Verdict } from '../../model/decisions/decision.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decisionsFor } from '../decide/decisions-for.ts'
import { remoteRequester } from '../open/remote.ts'

export interface MatrixOptions {
  /** Decide for these facts instead of the requester's own. */
  readonly as?: Requester
  /** Decide for these facts too, and report what differs. */
  readonly to?: Requester
  /** Default: `read`. */
  readonly action?: string
  /** Decide as of this time. */
  readonly at?: Date
  /** Only refs and names that contain it. */
  readonly filter?: string
  readonly verdict?: Verdict
  /** Only what this gate does not allow. */
  readonly gate?: GateName
  /** Only what differs between `as` and `to`. */
  readonly flips?: boolean
  /** Rows to skip. */
  readonly from?: number
  readonly limit?: number
}

/** The verdict and the code of each gate. */
type GateVerdicts = Readonly<Partial<Record<GateName, readonly [Verdict, string]>>>

interface Decided {
  readonly verdict: Verdict
  readonly gates: GateVerdicts
  /** The reasons that do not allow it. */
  readonly reasons: readonly Pick<Reason, 'gate' | 'verdict' | 'code' | 'sentence' | 'change'>[]
}

interface MatrixRow extends Decided {
  readonly ref: string
  readonly kind: 'pack' | 'manifest' | 'unit'
  readonly label: string
  /** The decision for `to`, where it differs. */
  readonly to?: Decided
}

export interface DecisionMatrix {
  readonly action: string
  readonly at: string
  readonly requester: Requester
  readonly to?: Requester
  readonly gates: readonly GateName[]
  /** Over everything that the filter matches. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** How many each gate does not allow. */
  readonly refusals: Readonly<Partial<Record<GateName, number>>>
  /** How many differ between `as` and `to`. */
  readonly flips: number
  /** Rows that match all filters. */
  readonly total: number
  readonly from: number
  readonly rows: readonly MatrixRow[]
}

const mostRows = 500

/** Every gate's verdict on everything in a list. No content is opened. */
export function decisionMatrix(listed: Catalog, options: MatrixOptions, reader: Reader): DecisionMatrix {
  const { action = 'read', at = reader.ports.clock.now(), from = 0, limit = 100 } = options
  const requesterOf = (facts: Requester | undefined): Requester =>
    facts ? remoteRequester(facts, reader.restraints) : reader.requester
  const deciding = (requester: Requester): ((named: NamedEntry) => Decision | undefined) =>
    decisionsFor(listed, { ...reader, requester }, at, action)
  const [requester, other] = [requesterOf(options.as), options.to && requesterOf(options.to)]
  const [decide, decideOther] = [deciding(requester), other && deciding(other)]
  const tally = new Tally()
  const rows: MatrixRow[] = []
  for (const named of candidatesOf(listed, options.filter)) {
    const decision = decide(named)
    if (!decision) continue
    const changed = decideOther && differing(decision, decideOther(named))
    tally.take(decision, changed !== undefined)
    if (!isWanted(decision, changed, options)) continue
    tally.total += 1
    if (tally.total > from && rows.length < Math.min(limit, mostRows)) rows.push(rowOf(named, decision, changed))
  }
  const { counts, refusals, flips, total } = tally
  return {
    action,
    at: at.toISOString(),
    requester,
    ...(other ? { to: other } : {}),
    gates: gateNames,
    counts,
    refusals,
    flips,
    total,
    from,
    rows,
  }
}

class Tally {
  readonly counts = { allow: 0, ask: 0, deny: 0 }
  readonly refusals: Partial<Record<GateName, number>> = {}
  flips = 0
  total = 0

  take({ verdict, reasons }: Decision, isFlip: boolean): void {
    this.counts[verdict] += 1
    if (isFlip) this.flips += 1
    for (const gate of new Set(reasons.filter((reason) => reason.verdict !== 'allow').map((reason) => reason.gate)))
      this.refusals[gate] = (this.refusals[gate] ?? 0) + 1
  }
}

/** Packs and units. An ungranted manifest counts itself, since its units may not be known. */
export function* candidatesOf({ entries }: Pick<Catalog, 'entries'>, filter = ''): Iterable<NamedEntry> {
  const wanted = filter.toLowerCase()
  const isNamed = ({ ref, unit }: NamedEntry): boolean =>
    wanted === '' || ref.toLowerCase().includes(wanted) || unit?.intent.toLowerCase().includes(wanted) === true
  for (const entry of entries) {
    const { ref, document, standing } = entry
    if (document.kind === 'pack' || standing === 'ungranted') {
      if (isNamed({ ref, entry })) yield { ref, entry }
      continue
    }
    const known = new Set<string>()
    for (const unit of document.units) {
      const named = { ref: unitRef(ref, unit.id), entry, unit }
      if (!known.has(unit.id) && isNamed(named)) yield named
      known.add(unit.id)
    }
  }
}

/** The other decision, if a verdict of a gate differs. */
function differing(decision: Decision, other: Decision | undefined): Decision | undefined {
  if (!other) return undefined
  const [before, after] = [gatesOf(decision), gatesOf(other)]
  return gateNames.some((gate) => before[gate]?.[0] !== after[gate]?.[0]) ? other : undefined
}

function isWanted(
  { verdict, reasons }: Decision,
  changed: Decision | undefined,
  options: Pick<MatrixOptions, 'verdict' | 'gate' | 'flips'>,
): boolean {
  if (options.flips && !changed) return false
  if (options.verdict !== undefined && options.verdict !== verdict) return false
  return options.gate === undefined || reasons.some((one) => one.gate === options.gate && one.verdict !== 'allow')
}

const rowOf = ({ ref, entry, unit }: NamedEntry, decision: Decision, changed: Decision | undefined): MatrixRow => ({
  ref,
  kind: unit ? 'unit' : entry.document.kind,
  label: unit?.id ?? nameOf(entry),
  ...decidedOf(decision),
  ...(changed ? { to: decidedOf(changed) } : {}),
})

const decidedOf = (decision: Decision): Decided => ({
  verdict: decision.verdict,
  gates: gatesOf(decision),
  reasons: decision.reasons
    .filter(({ verdict }) => verdict !== 'allow')
    .map(({ gate, verdict, code, sentence, change }) => ({
      gate,
      verdict,
      code,
      sentence,
      ...(change === undefined ? {} : { change }),
    })),
})

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

/** The strictest verdict of each gate: several entries may declare one file. */
function gatesOf({ reasons }: Decision): GateVerdicts {
  const gates: Partial<Record<GateName, readonly [Verdict, string]>> = {}
  for (const { gate, verdict, code } of reasons) {
    const known = gates[gate]
    if (!known || strictness[verdict] > strictness[known[0]]) gates[gate] = [verdict, code]
  }
  return gates
}
