import { decide } from '../govern/decide.ts'
import type { Allowed } from '../model/brands.ts'
import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decision.ts'
import type { Left } from '../model/read.ts'
import type { Requester } from '../model/requester.ts'
import type { ActivationMode } from '../model/vocabulary.ts'

export interface Activation {
  readonly allowed: readonly Allowed[]
  readonly decisions: readonly Decision[]
  readonly left: readonly Left[]
}

export interface ActivateOptions {
  /** Names, refs or folders the caller asked for; absent means every pack is a candidate. */
  readonly named?: readonly string[]
  /** How the packs that are not named came to be candidates. Default: by their rank (AK-131). */
  readonly mode?: Exclude<ActivationMode, 'explicit'>
  readonly requester: Requester
  readonly now: Date
  grantFor(entry: CatalogEntry): Grant | undefined
  /** Codes of asks that a person let pass and that still hold. */
  approvalsFor(entry: { readonly ref: string; readonly folder: string }): readonly string[]
  /** Files of the pack that another entry refuses, and why. */
  withheldFor(entry: CatalogEntry): ReadonlyMap<string, string>
}

/** Asks the gates about every candidate. Only what passes becomes `Allowed`, and only here. */
export function activate(entries: readonly CatalogEntry[], options: ActivateOptions): Activation {
  const allowed: Allowed[] = []
  const decisions: Decision[] = []
  const left: Left[] = []
  for (const entry of entries) {
    const { ref, found, document } = entry
    if (document.kind !== 'pack') continue
    const explicit = isNamed(entry, options.named)
    if (options.named && !explicit) continue
    if (!entry.enabled) {
      // Switched off is out of sight (AK-104, AK-136); whoever asks for it by name is told.
      if (explicit) left.push({ ref, reason: 'disabled', detail: `It is switched off. A person can run "lorefence enable ${ref}".` })
      continue
    }
    const grant = options.grantFor(entry)
    const activation = explicit ? 'explicit' : (options.mode ?? 'resolver-driven')
    const subject = { kind: 'pack', ref, pack: document, builtin: found.scope === 'builtin', approvals: options.approvalsFor({ ref, folder: found.folder }), ...(grant ? { grant } : {}) } as const
    const decision = decide(subject, options.requester, { action: 'read', activation, now: options.now })
    decisions.push(decision)
    if (decision.verdict !== 'allow') {
      const reason = decision.reasons.find(({ verdict }) => verdict === decision.verdict)
      left.push({ ref, reason: reason?.code ?? decision.verdict, detail: reason ? [reason.sentence, reason.change].filter(Boolean).join(' ') : '' })
      continue
    }
    const granted = found.scope === 'builtin' || grant?.follow ? undefined : new Map(Object.entries(grant?.files ?? {}))
    allowed.push({ ref, root: found.folder, pack: document, decision, granted, withheld: options.withheldFor(entry) } as Allowed)
  }
  return { allowed, decisions, left }
}

/** By name, ref or folder (AK-132). */
export function isNamed({ ref, found, document }: CatalogEntry, named: readonly string[] | undefined): boolean {
  return named?.some((wanted) => wanted === ref || wanted === found.folder || (document.kind === 'pack' && wanted === document.name)) ?? false
}
