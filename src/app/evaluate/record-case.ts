import type { Catalog } from '../../model/catalog.ts'
import type { Writer } from '../../model/ports.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { headingSlug } from '../../text/markdown/sections.ts'

interface CaseVerdict {
  /** Whether a person marked the reply as good. */
  readonly isGood: boolean
  /** Places that a good reply would contain; none if nothing answers the task. */
  readonly expected: readonly string[]
  readonly pack?: string
}

type RecordedCase =
  | { readonly ok: true; readonly pack: string; readonly path: string }
  | { readonly ok: false; readonly detail: string }

/** Makes a case of an answer suite from a receipt, as a new file in evals/ of its pack. */
export function recordCase(writer: Writer, catalog: Catalog, receipt: Receipt, verdict: CaseVerdict): RecordedCase {
  const { id, task, spans, kind } = receipt
  if (kind !== undefined) return { ok: false, detail: 'The receipt is not of a read.' }
  if (task === '') return { ok: false, detail: 'The task of this receipt was not stored.' }
  const own = spans.filter(({ ref, evidence }) => ref.startsWith('pack:') && !evidence)
  const ref = verdict.pack ?? own[0]?.ref
  if (ref === undefined)
    return { ok: false, detail: 'The reply has no text of a pack. Name the pack that should have answered.' }
  const entry = catalog.entries.find(
    (one) => one.document.kind === 'pack' && [one.ref, one.document.name].includes(ref),
  )
  if (entry?.document.kind !== 'pack') return { ok: false, detail: `The pack "${ref}" was not found.` }
  const places = own.filter((span) => span.ref === entry.ref).map(({ path, headings = [] }) => placeOf(path, headings))
  if (verdict.isGood && places.length === 0) return { ok: false, detail: `The reply has no text of "${ref}".` }
  const required = verdict.isGood ? [...new Set(places)] : verdict.expected
  const path = `evals/recorded-${id}.json`
  const suite = {
    pack_name: entry.document.name,
    cases: [{ id, prompt: task, ...(required.length > 0 ? { required_context: required } : { absent: true }) }],
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(suite, null, 2)}\n`)
  const written = writer.create(entry.found.folder, path, bytes)
  return written.ok ? { ok: true, pack: entry.document.name, path } : { ok: false, detail: written.detail }
}

function placeOf(path: string, headings: readonly string[]): string {
  const last = headings.at(-1)
  return last === undefined ? path : `${path}#${headingSlug(last)}`
}
