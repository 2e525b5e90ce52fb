import { decide } from '../govern/decide.ts'
import type { Allowed } from '../model/brands.ts'
import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decision.ts'
import type { Left } from '../model/read.ts'
import type { Requester } from '../model/requester.ts'

export interface Activation {
  readonly allowed: readonly Allowed[]
  readonly decisions: readonly Decision[]
  readonly left: readonly Left[]
}

export interface ActivateOptions {
  /** Names or refs the caller asked for; absent means every pack is a candidate. */
  readonly named?: readonly string[]
  readonly requester: Requester
  readonly now: Date
  grantFor(folder: string): Grant | undefined
}

/** Asks the gates about every candidate. Only what passes becomes `Allowed`, and only here. */
export function activate(entries: readonly CatalogEntry[], options: ActivateOptions): Activation {
  const allowed: Allowed[] = []
  const decisions: Decision[] = []
  const left: Left[] = []
  for (const entry of entries) {
    const { ref, found, document } = entry
    if (document.kind !== 'pack') continue
    const explicit = isNamed(document.name, ref, options.named)
    if (options.named && !explicit) continue
    const grant = options.grantFor(found.folder)
    const activation = explicit ? 'explicit' : 'resolver-driven'
    const decision = decide({ kind: 'pack', ref, pack: document, builtin: found.scope === 'builtin', ...(grant ? { grant } : {}) }, options.requester, { action: 'read', activation, now: options.now })
    decisions.push(decision)
    if (decision.verdict !== 'allow') {
      const reason = decision.reasons.find(({ verdict }) => verdict === decision.verdict)
      left.push({ ref, reason: reason?.code ?? decision.verdict, detail: reason ? [reason.sentence, reason.change].filter(Boolean).join(' ') : '' })
      continue
    }
    const granted = grant?.files ? new Map(Object.entries(grant.files)) : undefined
    allowed.push({ ref, root: found.folder, pack: document, decision, granted } as Allowed)
  }
  return { allowed, decisions, left }
}

const isNamed = (name: string, ref: string, named: readonly string[] | undefined): boolean => named?.some((wanted) => wanted === name || wanted === ref) ?? false
