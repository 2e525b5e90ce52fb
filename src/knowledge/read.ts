import { isNamed, type Activation } from '../activate/activate.ts'
import { matchPacks } from '../activate/match.ts'
import { fencePacks, type PackContext } from '../fence/fence.ts'
import type { Allowed } from '../model/brands.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Tokenizer } from '../model/ports.ts'
import type { Left, ReadRequest, ReadResult } from '../model/read.ts'
import { diagnose } from '../parse/diagnose.ts'
import { makeReceipt } from '../record/receipt.ts'
import { resolve, type Resolved } from '../resolve/resolve.ts'
import { digest } from '../text/digest.ts'
import { loadTokenizer } from '../text/tokens.ts'
import { version } from '../version.ts'
import { askGates, type Reader } from './ask-gates.ts'
import { notesOf } from './notes.ts'
import { profilePacks } from './pack-profiles.ts'

/** Most tokens of an answer unless the caller says otherwise; most answers are far shorter. */
export const defaultBudget = 2000

/** Decide, then read, then fence, then record, then release: in this order and no other. */
export async function readKnowledge(catalog: Catalog, request: ReadRequest, reader: Reader): Promise<ReadResult> {
  const { ports, requester, restraints } = reader
  const now = ports.clock.now()
  const activation = chooseCandidates(catalog, request, reader, now)
  const budget = Math.min(request.budget ?? defaultBudget, restraints.budget ?? Infinity)
  const tokenizer = await loadTokenizer()
  const resolved = resolve(ports.files, activation.allowed, request.task, budget, tokenizer)
  const { excerpts, fenced, tokens, dropped } = fitFence(resolved, activation.allowed, budget, tokenizer)
  const left = [...activation.left, ...unknownPacks(catalog, request), ...resolved.left, ...dropped, ...unreadManifests(catalog, request)]
  const receipt = makeReceipt(
    {
      activation: request.packs ? 'explicit' : (request.activation ?? 'resolver-driven'),
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

/** Implicit: of all packs, those that the task clearly speaks of; what the gates say of the others is nobody's concern (AK-133). */
function chooseCandidates(catalog: Catalog, { packs, activation: mode, task }: ReadRequest, reader: Reader, now: Date): Activation {
  const asked = askGates(catalog, reader, { ...(packs ? { named: packs } : {}), ...(mode ? { mode } : {}), now })
  if (packs || mode !== 'implicit') return asked
  const profiles = profilePacks(reader.ports.files, catalog, asked).map(({ profile }) => profile)
  const clear = new Set(matchPacks(task, profiles).flatMap(({ ref, matched }) => (matched ? [ref] : [])))
  const isClear = ({ ref }: { readonly ref: string }): boolean => clear.has(ref)
  return { allowed: asked.allowed.filter(isClear), decisions: asked.decisions.filter(isClear), left: asked.left.filter(isClear) }
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
    return own.length > 0 ? [{ pack, excerpts: own, warnings: notesOf(decision) }] : []
  })
}

function unknownPacks(catalog: Catalog, request: ReadRequest): readonly Left[] {
  const isKnown = (name: string): boolean => catalog.entries.some((entry) => entry.document.kind === 'pack' && isNamed(entry, [name]))
  return (request.packs ?? []).filter((name) => !isKnown(name)).map((name) => ({ ref: name, reason: 'unknown', detail: `There is no pack "${name}" here.` }))
}

/** Said rather than passed over: a person who granted a manifest expects its units to be read. */
function unreadManifests(catalog: Catalog, { packs }: ReadRequest): readonly Left[] {
  if (packs) return []
  return catalog.entries.flatMap(({ ref, document, standing, enabled }) =>
    document.kind === 'manifest' && enabled && standing !== 'ungranted' ? [{ ref, reason: 'manifest', detail: 'Units of manifests are listed and explained, but not read yet.' }] : [])
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
