import type { Catalog } from '../../model/catalog.ts'
import type { Receipt } from '../../model/receipt.ts'
import { spanText } from '../../record/drift.ts'
import { grantedText } from '../../select/texts/granted-text.ts'
import { countTokens } from '../../text/tokens/tokens.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'

/** Tokens of released text, and of the whole files that it is from. */
export interface TokenSavings {
  readonly given: number
  readonly whole: number
  /** The reads that were counted; replaying them gives the same numbers. */
  readonly receipts: readonly string[]
  /** Recent reads that were not counted: a file changed, or may not be read. */
  readonly notCounted: number
}

const mostReads = 50

/** Of the latest reads whose files this requester may read and that are unchanged: anyone can compute these numbers again. */
export async function tokenSavings(listed: Catalog, reads: readonly Receipt[], reader: Reader): Promise<TokenSavings> {
  const { allowed } = askGates(listed, reader, { now: reader.ports.clock.now() })
  const entries = new Map(allowed.map((entry) => [entry.ref, entry]))
  const files = new Map<string, { readonly text: string; readonly tokens: number } | undefined>()
  const fileOf = async (ref: string, path: string, fileDigest: string) => {
    const key = `${ref}\n${path}\n${fileDigest}`
    if (!files.has(key)) {
      const entry = entries.get(ref)
      const read = entry && grantedText(reader.ports.files, entry, path, [])
      const text = read?.fileDigest === fileDigest ? read.text : undefined
      files.set(key, text === undefined ? undefined : { text, tokens: await countTokens(text) })
    }
    return files.get(key)
  }
  let [given, whole, notCounted] = [0, 0, 0]
  const receipts: string[] = []
  const recent = reads.filter(({ spans, replayOf }) => spans.length > 0 && replayOf === undefined).slice(-mostReads)
  for (const { id, spans } of recent) {
    const own = await Promise.all(
      spans.map(async (span) => ({ span, file: await fileOf(span.ref, span.path, span.fileDigest) })),
    )
    if (own.some(({ file }) => file === undefined)) {
      notCounted += 1
      continue
    }
    receipts.push(id)
    for (const { span, file } of own) given += await countTokens(spanText(span, file?.text ?? ''))
    whole += [...new Set(own.map(({ file }) => file))].reduce((sum, file) => sum + (file?.tokens ?? 0), 0)
  }
  return { given, whole, receipts, notCounted }
}
