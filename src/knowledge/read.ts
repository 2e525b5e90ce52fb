import { activate } from '../activate/activate.ts'
import { fencePacks, type PackContext } from '../fence/fence.ts'
import type { Allowed } from '../model/brands.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Ports, Tokenizer } from '../model/ports.ts'
import type { Left, ReadRequest, ReadResult } from '../model/read.ts'
import type { Requester } from '../model/requester.ts'
import { diagnose } from '../parse/diagnose.ts'
import { makeReceipt } from '../record/receipt.ts'
import { resolve, type Resolved } from '../resolve/resolve.ts'
import { digest } from '../text/digest.ts'
import { loadTokenizer } from '../text/tokens.ts'
import { version } from '../version.ts'

/** Most tokens of an answer unless the caller says otherwise; most answers are far shorter. */
const defaultBudget = 2000

export interface Reader {
  readonly ports: Ports
  readonly requester: Requester
  readonly trustAll: boolean
}

/** Decide, then read, then fence, then record, then release: in this order and no other. */
export async function readKnowledge(catalog: Catalog, request: ReadRequest, { ports, requester, trustAll }: Reader): Promise<ReadResult> {
  const now = ports.clock.now()
  const activation = activate(catalog.entries, {
    ...(request.packs ? { named: request.packs } : {}),
    requester,
    now,
    grantFor: (folder) => (trustAll ? { path: folder, given: 'unattended', at: now.toISOString(), follow: true } : ports.grants.find(folder)),
  })
  const budget = request.budget ?? defaultBudget
  const tokenizer = await loadTokenizer()
  const resolved = resolve(ports.files, activation.allowed, request.task, budget, tokenizer)
  const { excerpts, fenced, tokens, dropped } = fitFence(resolved, activation.allowed, budget, tokenizer)
  const left = [...activation.left, ...unknownPacks(catalog, request), ...resolved.left, ...dropped]
  const receipt = makeReceipt(
    {
      task: request.task, requester, budget, tokenizer: tokenizer.name, version,
      decisions: activation.decisions,
      spans: excerpts.map(({ ref, path, range, text, fileDigest }) => ({ ref, path, start: range.start, end: range.end, fileDigest, spanDigest: digest(text) })),
      fencedDigest: digest(fenced),
    },
    ports.ids.next(), now.toISOString(), ports.receipts.lastLink(),
  )
  ports.receipts.append(receipt)
  return {
    fenced, tokens, tokenizer: tokenizer.name,
    excerpts: excerpts.map(({ fileDigest: _fileDigest, ...excerpt }) => excerpt),
    left, leftCounts: countReasons(left), missing: resolved.missing,
    warnings: [...warningsOf(catalog, excerpts.map(({ ref }) => ref)), ...(excerpts.length === 0 && left.some(({ reason }) => reason === 'budget') ? [tooSmall(budget)] : [])],
    receipt,
  }
}

/** Drops the weakest excerpt until the fence, wrapper included, is within the budget. */
function fitFence(resolved: Resolved, allowed: readonly Allowed[], budget: number, tokenizer: Tokenizer) {
  let excerpts = resolved.excerpts
  const dropped: Left[] = []
  for (;;) {
    const fenced = fencePacks(contextsOf(excerpts, allowed))
    const tokens = tokenizer.count(fenced)
    const weakest = excerpts.at(-1)
    if (tokens <= budget || !weakest) return { excerpts, fenced, tokens, dropped }
    dropped.push({ ref: weakest.ref, path: weakest.path, reason: 'budget', detail: 'With its wrapper it does not fit.' })
    excerpts = excerpts.slice(0, -1)
  }
}

function contextsOf(excerpts: Resolved['excerpts'], allowed: readonly Allowed[]): readonly PackContext[] {
  return allowed.flatMap(({ ref, pack, decision }) => {
    const own = excerpts.filter((excerpt) => excerpt.ref === ref)
    const warnings = decision.reasons.filter((reason) => reason.obligations?.includes('note')).map((reason) => reason.sentence)
    return own.length > 0 ? [{ pack, excerpts: own, warnings }] : []
  })
}

function unknownPacks(catalog: Catalog, request: ReadRequest): readonly Left[] {
  const known = new Set(catalog.entries.flatMap(({ ref, document }) => (document.kind === 'pack' ? [ref, document.name] : [])))
  return (request.packs ?? []).filter((name) => !known.has(name)).map((name) => ({ ref: name, reason: 'unknown', detail: `There is no pack "${name}" here.` }))
}

function warningsOf(catalog: Catalog, refs: readonly string[]): readonly Diagnostic[] {
  return catalog.entries.filter(({ ref }) => refs.includes(ref)).flatMap(({ diagnostics }) => diagnostics)
}

function tooSmall(budget: number): Diagnostic {
  const [found] = diagnose([{ code: 'AK802', message: `A budget of ${budget} tokens cannot hold the wrapper and one section.` }], { file: '', text: '' })
  return found as Diagnostic
}

function countReasons(left: readonly Left[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { reason } of left) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
