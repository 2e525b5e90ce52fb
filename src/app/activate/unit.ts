import { withSharedObligations } from '../../activate/activate.ts'
import { findNamed } from '../../catalog/refs.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Receipt, ReceiptSpan } from '../../model/records/receipt.ts'
import type { ReleasedUnit, UnitOptions, WholeUnit } from '../../model/reading/whole-unit.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { digest } from '../../text/bytes/digest.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { refused } from '../decide/refused.ts'
import { nobody } from '../publish/reader-for-everybody.ts'
import { isKnown, knownSpans, noteFiles, repeatedSpans, stubFor, type KnownSpans } from '../read/session-spans.ts'
import { recordRelease, type ReleaseDraft, type PreparedRelease } from '../shared/record-release.ts'
import { unknownName } from '../shared/not-found.ts'
import { fenceTexts, fileText, folderTexts, tooManyTokens, type WholeTexts } from './whole-text.ts'

/** The whole content of one unit, by ref or id: decide, read, fence, record, release. */
export async function releaseUnit(
  catalog: Catalog,
  written: string,
  options: UnitOptions,
  reader: Reader,
): Promise<WholeUnit> {
  const known = await knownSpans(reader.ports.sessions, options)
  const prepared = await prepareUnit(catalog, written, { ...options, known }, reader)
  if ('outcome' in prepared) return prepared
  const receipt = await recordRelease(prepared.handout, reader, prepared.now)
  if (options.session !== undefined) await noteFiles(reader.ports.sessions, options.session, receipt.spans)
  return { ...prepared.result, receipt }
}

interface PreparedUnitOptions extends UnitOptions {
  readonly known?: KnownSpans
  /** Leave out files of a folder that seem to contain a secret, as when it is published. */
  readonly withoutSecrets?: boolean
}

/** How an earlier release was prepared. */
export const unitAsBefore = (past: Receipt): PreparedUnitOptions => ({
  known: repeatedSpans(past),
  withoutSecrets: past.client === nobody,
})

/** All steps before the record; nothing is released. */
export async function prepareUnit(
  catalog: Catalog,
  written: string,
  { maxTokens = Infinity, replayOf, session, known = new Set(), withoutSecrets = false }: PreparedUnitOptions,
  reader: Reader,
): Promise<PreparedRelease<Omit<ReleasedUnit, 'receipt'>> | RefusedGuide | UnknownGuide> {
  const named = findNamed(catalog, written)
  if (!named?.unit) return unknownName(catalog, written)
  const now = reader.ports.clock.now()
  const activation = askGates(catalog, reader, { named: [named.ref], now })
  const [candidate] = activation.allowed
  if (candidate?.kind !== 'unit') return refused(named.ref, activation)
  const tokenizer = await loadTokenizer()
  const read = candidate.folder
    ? folderTexts(withSharedObligations(candidate, candidate.folder.files), {
        maxTokens,
        tokenizer,
        files: reader.ports.files,
        isLeftOut: (text) => withoutSecrets && findSecrets(text, now).length > 0,
      })
    : fileText(candidate, maxTokens, reader.ports.files)
  if ('omitted' in read) return refusal(candidate, read.omitted)
  const allowed = withSharedObligations(
    candidate,
    read.texts.map(({ path }) => path),
  )
  const spans = read.texts.map((text) => spanOf(allowed.ref, text, known))
  const fenced = fenceTexts(allowed, {
    ...read,
    texts: read.texts.map((text, i) => (spans[i]?.repeated ? { ...text, text: stubFor(spans[i].spanDigest) } : text)),
  })
  const tokens = tokenizer.count(fenced, maxTokens)
  if (tokens > maxTokens) return refusal(allowed, [tooManyTokens(maxTokens, { ref: allowed.ref, path: allowed.path })])
  const handout: ReleaseDraft = {
    kind: 'unit',
    activation: 'explicit',
    task: '',
    named: [allowed.ref],
    budget: tokens,
    tokenizer: tokenizer.name,
    decisions: [allowed.decision],
    used: [allowed],
    spans,
    fenced,
    ...(session === undefined ? {} : { session }),
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
      ...(named.alias === undefined ? {} : { matchedAlias: named.alias }),
      contentVerified: allowed.unit.contentHash ? true : 'absent',
    },
  }
}

function spanOf(ref: string, { path, text, fileDigest }: WholeTexts['texts'][number], known: KnownSpans): ReceiptSpan {
  const span = { ref, path, start: 0, end: text.length, fileDigest, spanDigest: digest(text) }
  const isRepeated = isKnown(known, span) && text.length > stubFor(span.spanDigest).length
  return isRepeated ? { ...span, repeated: true } : span
}

const refusal = ({ ref, decision }: AllowedUnit, omitted: readonly Omission[]): RefusedGuide => ({
  outcome: 'refused',
  ref,
  verdict: omitted.some(({ reason }) => reason === 'refused') ? 'deny' : 'ask',
  decision,
  omitted,
})
