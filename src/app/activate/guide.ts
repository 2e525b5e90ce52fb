import { isNamed, withSharedObligations } from '../../activate/activate.ts'
import { fenceGuide, fenceGuideStub } from '../../fence/guide.ts'
import type { AllowedPack } from '../../model/brands.ts'
import { codeRows } from '../../model/codes.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { GivenGuide, Guide, GuideOptions, RefusedGuide, UnknownGuide } from '../../model/guide.ts'
import type { Omission } from '../../model/read.ts'
import { grantedText, type GrantedText } from '../../select/texts/granted-text.ts'
import { packRemarks } from '../../select/packs/pack-remarks.ts'
import type { Visit } from '../../select/packs/pack-texts.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'
import { packResources } from '../../select/packs/pack-resources.ts'
import { digest } from '../../text/digest.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { plainPath } from '../../text/plain-words.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { refused } from '../decide/refused.ts'
import { isSameHead, outdatedHead } from '../decide/same-head.ts'
import { inspectStretches } from '../validate/inspect-text.ts'
import { notesOf, shadowNotices } from '../shared/notes.ts'
import { unknownName } from '../shared/not-found.ts'
import { keepReceipt, type Handout, type PreparedRelease } from '../shared/keep-receipt.ts'
import { tooLongBySize, tooManyTokens } from './whole-text.ts'

/** Maximum files in a guide. */
const listed = 100

/** The guide of one pack, by name, ref or folder: decide, read, fence, record, release. */
export async function giveGuide(catalog: Catalog, ref: string, options: GuideOptions, reader: Reader): Promise<Guide> {
  const prepared = await prepareGuide(catalog, ref, options, reader)
  if ('outcome' in prepared) return prepared
  const { handout, result, now } = prepared
  const receipt = await keepReceipt(handout, reader, now)
  if (options.session !== undefined)
    await reader.ports.sessions.note(options.session, new Map([[guideKey(result.ref), result.digest]]))
  return { ...result, receipt }
}

/** All steps before the record; nothing is released. */
export async function prepareGuide(
  catalog: Catalog,
  ref: string,
  options: GuideOptions,
  reader: Reader,
): Promise<PreparedRelease<Omit<GivenGuide, 'receipt'>> | RefusedGuide | UnknownGuide> {
  const entry = catalog.entries.find((candidate) => candidate.document.kind === 'pack' && isNamed(candidate, [ref]))
  if (!entry) return unknownName(catalog, ref)
  const now = reader.ports.clock.now()
  const activation = askPackGates(catalog, reader, { named: [entry.ref], now })
  const [allowed] = activation.allowed.map((candidate) => withSharedObligations(candidate, ['KNOWLEDGE.md']))
  if (!allowed) return refused(entry.ref, activation)
  const omitted: Omission[] = []
  const granted = grantedText(reader.ports.files, allowed, 'KNOWLEDGE.md', omitted)
  if (!granted || !isSameHead(entry, granted.bytes)) return changed(allowed, omitted)
  return prepare(entry, allowed, granted, { options, reader, now })
}

interface Asking {
  readonly options: GuideOptions
  readonly reader: Reader
  readonly now: Date
}

async function prepare(
  entry: CatalogEntry,
  allowed: AllowedPack,
  { text, fileDigest }: GrantedText,
  { options, reader, now }: Asking,
): Promise<PreparedRelease<Omit<GivenGuide, 'receipt'>> | RefusedGuide> {
  const { ref, pack, decision } = allowed
  const { ports } = reader
  const visit: Visit = { files: ports.files, omitted: [], fresh: new Set() }
  const opened = new ReadCache().packs.open(allowed, visit)
  const remarks = [
    ...shadowNotices({ entries: [entry] }, new Set([ref])),
    ...(opened ? packRemarks(ports.files, opened) : []),
  ]
  // The trust is an attribute of the envelope.
  const shown = remarks.filter(({ code }) => code !== 'AK813').map(({ message }) => message)
  const open =
    opened && opened.questions.length > 0 ? [`It lists open questions: ${plainPath(opened.questions[0] ?? '')}.`] : []
  const warnings = [...notesOf(decision), ...shown, ...open]
  const resources = packResources(ports.files, allowed)
  const repeated =
    options.stub === true ||
    (options.session !== undefined &&
      !options.again &&
      (await ports.sessions.given(options.session)).get(guideKey(ref)) === fileDigest)
  const body = text.slice(pack.bodyStart)
  const guide = {
    pack,
    folder: folderOf(entry.found.path) || '.',
    body,
    resources: resources.slice(0, listed),
    unlisted: Math.max(0, resources.length - listed),
    warnings,
    obligations: decision.reasons.flatMap(({ obligations = [] }) => obligations),
  }
  const { maxTokens = Infinity } = options
  const subject = { ref, path: 'KNOWLEDGE.md' }
  const refusal = (omission: Omission): RefusedGuide => ({
    outcome: 'refused',
    ref,
    verdict: 'ask',
    decision,
    omitted: [omission],
  })
  const long = repeated ? undefined : tooLongBySize(body, maxTokens, subject)
  if (long) return refusal(long)
  const fenced = repeated ? fenceGuideStub(pack) : fenceGuide(guide)
  const tokenizer = await loadTokenizer()
  const tokens = tokenizer.count(fenced, maxTokens)
  if (tokens > maxTokens) return refusal(tooManyTokens(maxTokens, subject))
  const span = { ...subject, start: pack.bodyStart, end: text.length, fileDigest, spanDigest: digest(body) }
  const handout: Handout = {
    kind: 'guide',
    activation: 'explicit',
    task: '',
    named: [ref],
    budget: tokens,
    tokenizer: tokenizer.name,
    decisions: [decision],
    used: [allowed],
    spans: [repeated ? { ...span, repeated: true } : span],
    fenced,
    warnings: remarks.map(({ code, path, message, severity = codeRows[code].severity }) => ({
      ref,
      code,
      severity,
      path,
      message,
    })),
    ...(options.session === undefined ? {} : { session: options.session }),
    ...(options.replayOf === undefined ? {} : { replayOf: options.replayOf }),
  }
  const findings = repeated ? [] : inspectStretches(text, [span], entry.found.path)
  return {
    handout,
    now,
    result: {
      outcome: 'given',
      ref,
      fenced,
      tokens,
      tokenizer: tokenizer.name,
      digest: fileDigest,
      repeated,
      resources,
      warnings: [...notesOf(decision), ...remarks.map(({ message }) => message), ...open],
      findings,
      decision,
    },
  }
}

/** Guides share a store with the excerpts of a session. */
const guideKey = (ref: string): string => `guide:${ref}`

function changed({ ref, decision }: AllowedPack, omitted: readonly Omission[]): RefusedGuide {
  const why = omitted.length > 0 ? omitted : [outdatedHead(ref, 'KNOWLEDGE.md')]
  return { outcome: 'refused', ref, verdict: 'ask', decision, omitted: why }
}
