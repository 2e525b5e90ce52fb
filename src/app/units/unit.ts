import { findNamed } from '../../catalog/refs.ts'
import { fenceManifests } from '../../fence/manifest.ts'
import type { AllowedUnit } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/guide.ts'
import type { Omission } from '../../model/read.ts'
import type { GivenUnit, UnitOptions, WholeUnit } from '../../model/unit.ts'
import { entryStands, grantedText } from '../../select/texts/granted-text.ts'
import { quotability } from '../../select/units/quotable-unit.ts'
import { digest } from '../../text/digest.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { unknownName } from '../shared/unknown-name.ts'
import { keepReceipt, type Handout, type Prepared } from '../shared/keep-receipt.ts'
import { manifestContext } from '../shared/manifest-context.ts'
import { tooLongBySize, tooManyTokens } from '../shared/whole-text.ts'

/** The whole content of one unit, by ref or id: decide, read, fence, record, release. */
export async function giveUnit(
  catalog: Catalog,
  written: string,
  options: UnitOptions,
  reader: Reader,
): Promise<WholeUnit> {
  const prepared = await prepareUnit(catalog, written, options, reader)
  return 'outcome' in prepared
    ? prepared
    : { ...prepared.result, receipt: keepReceipt(prepared.handout, reader, prepared.now) }
}

/** All steps before the record; nothing is released. */
export async function prepareUnit(
  catalog: Catalog,
  written: string,
  { maxTokens = Infinity, replayOf }: UnitOptions,
  reader: Reader,
): Promise<Prepared<Omit<GivenUnit, 'receipt'>> | RefusedGuide | UnknownGuide> {
  const named = findNamed(catalog, written)
  if (!named?.unit) return unknownName(catalog, written)
  const now = reader.ports.clock.now()
  const {
    allowed: [allowed],
    decisions: [decision],
    omitted,
  } = askGates(catalog, reader, { named: [named.ref], now })
  if (allowed?.kind !== 'unit')
    return {
      outcome: 'refused',
      ref: named.ref,
      verdict: decision?.verdict === 'ask' ? 'ask' : 'deny',
      ...(decision ? { decision } : {}),
      omitted,
    }
  const read = textOf(allowed, reader)
  if ('omitted' in read) return refusal(allowed, read.omitted)
  const subject = { ref: allowed.ref, path: allowed.path }
  const long = tooLongBySize(read.text, maxTokens, subject)
  if (long) return refusal(allowed, [long])
  const fenced = fenceManifests([
    manifestContext([{ allowed, excerpts: [{ path: allowed.path, headings: [], text: read.text }] }], allowed),
  ])
  const tokenizer = await loadTokenizer()
  const tokens = tokenizer.count(fenced, maxTokens)
  if (tokens > maxTokens) return refusal(allowed, [tooManyTokens(maxTokens, subject)])
  const span = {
    ...subject,
    start: 0,
    end: read.text.length,
    fileDigest: read.fileDigest,
    spanDigest: digest(read.text),
  }
  const handout: Handout = {
    kind: 'unit',
    activation: 'explicit',
    task: '',
    named: [allowed.ref],
    budget: tokens,
    tokenizer: tokenizer.name,
    decisions: [allowed.decision],
    used: [allowed],
    spans: [span],
    fenced,
    ...(replayOf === undefined ? {} : { replayOf }),
  }
  return {
    handout,
    now,
    result: {
      outcome: 'given',
      ref: allowed.ref,
      fenced,
      tokens,
      tokenizer: tokenizer.name,
      decision: allowed.decision,
    },
  }
}

function textOf(
  allowed: AllowedUnit,
  { ports: { files } }: Reader,
): { readonly text: string; readonly fileDigest: string } | { readonly omitted: readonly Omission[] } {
  const omitted: Omission[] = []
  const why = quotability(allowed.unit)
  if (why !== undefined) return { omitted: [{ ref: allowed.ref, path: allowed.path, reason: 'not-text', detail: why }] }
  const granted = entryStands(files, allowed, omitted) ? grantedText(files, allowed, allowed.path, omitted) : undefined
  if (!granted) return { omitted }
  return granted.text.includes('\0')
    ? {
        omitted: [
          { ref: allowed.ref, path: allowed.path, reason: 'not-text', detail: 'It contains bytes that are not text.' },
        ],
      }
    : granted
}

const refusal = ({ ref, decision }: AllowedUnit, omitted: readonly Omission[]): RefusedGuide => ({
  outcome: 'refused',
  ref,
  verdict: 'ask',
  decision,
  omitted,
})
