import type { Span } from '../../model/codes/diagnostic.ts'
import { parseReference, type AnchorReference } from '../../text/facts/anchors.ts'

/** A claim in a Markdown file, as `claim:`, `status:`, `source:` and `updated:` lines (AK-252). */
export interface ClaimRecord {
  readonly text: string
  readonly status: string | undefined
  readonly source: AnchorReference | undefined
  readonly updated: string | undefined
  /** From the first to the last line of the record. */
  readonly span: Span
  readonly statusSpan: Span | undefined
}

const keyLine =
  /^[ \t>]{0,16}(?:[-*+][ \t]{1,4})?(?:\*\*|__)?(claim|status|source|updated)(?:\*\*|__)?[ \t]{0,4}:(?:\*\*|__)?[ \t]{0,4}(\S.*)$/i

/** A record begins with `claim:` and ends at a line that is none of the four, or at the next `claim:`. */
export function readClaimRecords(text: string): readonly ClaimRecord[] {
  if (!/claim[*_]{0,2}[ \t]{0,4}:/i.test(text)) return []
  const records: ClaimRecord[] = []
  let open: ClaimRecord | undefined
  let start = 0
  for (const line of text.split('\n')) {
    const [, key, value = ''] = keyLine.exec(line.length > 2_000 ? line.slice(0, 2_000) : line.replace(/\r$/, '')) ?? []
    const span = { start, end: start + line.length }
    start += line.length + 1
    if (key?.toLowerCase() === 'claim') {
      if (open) records.push(open)
      open = {
        text: value.trim(),
        status: undefined,
        source: undefined,
        updated: undefined,
        span,
        statusSpan: undefined,
      }
    } else if (open && key !== undefined) open = withField(open, key.toLowerCase(), value.trim(), span)
    else if (open) {
      records.push(open)
      open = undefined
    }
  }
  if (open) records.push(open)
  return records
}

function withField(record: ClaimRecord, key: string, value: string, line: Span): ClaimRecord {
  const longer = { ...record, span: { start: record.span.start, end: line.end } }
  if (key === 'status') return { ...longer, status: value.toLowerCase(), statusSpan: line }
  if (key === 'source') return { ...longer, source: parseReference(value) }
  return { ...longer, updated: value }
}
