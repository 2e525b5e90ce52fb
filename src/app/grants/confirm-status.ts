import { findNamed } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Approval } from '../../model/decision.ts'
import type { Approvals, Clock } from '../../model/ports.ts'
import { proposeApproval } from './approve.ts'
import type { Reader } from '../decide/ask-gates.ts'

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
