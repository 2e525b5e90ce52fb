import { findNamed } from '../../catalog/refs.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { RefusedGuide } from '../../model/reading/guide.ts'
import { limits } from '../../model/limits.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { prepareUnit } from '../activate/unit.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'
import { mayKnow } from '../decide/withhold.ts'
import { recordRelease } from '../shared/record-release.ts'
import { isPath } from '../tools/tool.ts'
import { openUnits } from './open-units.ts'

/** Why a unit that the requester may know is not released. */
type UnitRefusal = 'approval-needed' | 'approval-refused' | 'refused'

export type RequestedUnit =
  | {
      readonly outcome: 'given'
      readonly ref: string
      readonly fenced: Fenced
      readonly tokens: number
      readonly receipt: string
    }
  | {
      readonly outcome: 'refused'
      readonly ref: string
      readonly why: UnitRefusal
      /** Code of the gate that asks or refuses. */
      readonly code: string
      readonly receipt: string
    }
  /** It does not exist, or the requester may not know that it does; both are recorded and look the same. */
  | { readonly outcome: 'unknown' }

/**
 * One whole unit for a client of a server. Every answer is recorded first, also a refusal and an unknown unit:
 * otherwise response times or a failing store would reveal which units exist.
 */
export async function requestUnit(
  catalog: Catalog,
  written: string,
  reader: Reader,
  isEverybody: boolean,
): Promise<RequestedUnit> {
  const decider = deciderFor(reader, { now: reader.ports.clock.now() })
  const entries = entriesNow(catalog.entries, decider).filter(({ standing }) => standing !== 'ungranted')
  const named = isPath(written) ? undefined : findNamed({ entries }, written)
  const ref = named?.unit ? named.ref : undefined
  if (ref === undefined || (isEverybody && !isOpenTo(catalog, ref, reader))) {
    await recordRefusal(ref, undefined, reader)
    return { outcome: 'unknown' }
  }
  const prepared = await prepareUnit(
    catalog,
    ref,
    { maxTokens: limits.replyTokens, withoutSecrets: isEverybody },
    reader,
  )
  if ('outcome' in prepared)
    return prepared.outcome === 'unknown' ? { outcome: 'unknown' } : refusedUnit(prepared, reader)
  const { handout, now, result } = prepared
  if (isEverybody && findSecrets(result.fenced, now).length > 0) {
    await recordRefusal(ref, result.decision, reader)
    return { outcome: 'unknown' }
  }
  const { id } = await recordRelease(handout, reader, now)
  return { outcome: 'given', ref, fenced: result.fenced, tokens: result.tokens, receipt: id }
}

function isOpenTo(catalog: Catalog, ref: string, reader: Reader): boolean {
  const open = openUnits(catalog, reader)
  const unit = open?.units.find((one) => one.ref === ref)
  return open !== undefined && unit !== undefined && open.isOpen(unit)
}

async function refusedUnit({ ref, decision, omitted }: RefusedGuide, reader: Reader): Promise<RequestedUnit> {
  const receipt = await recordRefusal(ref, decision, reader)
  if (decision && !mayKnow(decision)) return { outcome: 'unknown' }
  const reason = decision?.reasons.find((one) => one.verdict === decision.verdict && one.verdict !== 'allow')
  const code = reason?.code ?? omitted[0]?.code ?? omitted[0]?.reason ?? 'refused'
  return { outcome: 'refused', ref, why: whyRefused(decision), code, receipt }
}

function whyRefused(decision: Decision | undefined): UnitRefusal {
  const denials = decision?.reasons.filter(({ verdict }) => verdict === 'deny') ?? []
  if (denials.length > 0) return denials.every(({ refused }) => refused) ? 'approval-refused' : 'refused'
  return decision?.verdict === 'ask' ? 'approval-needed' : 'refused'
}

/** Records a request that was not released, with the reasons and without text. */
async function recordRefusal(ref: string | undefined, decision: Decision | undefined, reader: Reader): Promise<string> {
  const now = reader.ports.clock.now()
  const { id } = await recordRelease(
    {
      kind: 'unit',
      refused: true,
      activation: 'explicit',
      task: '',
      named: ref === undefined ? [] : [ref],
      budget: 0,
      tokenizer: '',
      decisions: decision ? [decision] : [],
      used: [],
      spans: [],
      fenced: '',
    },
    reader,
    now,
  )
  return id
}
