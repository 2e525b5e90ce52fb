import { ReadCache } from '../../select/texts/read-cache.ts'
import type { Visit } from '../../select/packs/pack-texts.ts'
import type { GrantedText } from '../../select/texts/granted-text.ts'
import { grantedText } from '../../select/texts/granted-text.ts'
import { isNamed, withSharedObligations } from '../../activate/activate.ts'
import { fenceGuide, fenceGuideStub } from '../../fence/guide.ts'
import type { AllowedPack, Fenced } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { codeRows } from '../../model/codes/codes.ts'
import type { ReleasedGuide, Guide, GuideOptions, RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Notice } from '../../select/grounding/citations.ts'
import { packRemarks } from '../../select/packs/pack-remarks.ts'
import { packResources } from '../../select/packs/pack-resources.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { plainPath } from '../../text/messages/plain-names.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { refused } from '../decide/refused.ts'
import { isSameHead, outdatedHead } from '../decide/same-head.ts'
import { recordRelease, type ReleaseDraft, type PreparedRelease } from '../shared/record-release.ts'
import { unknownName } from '../shared/not-found.ts'
import { notesOf, shadowNotices } from '../shared/notes.ts'
import { inspectStretches } from '../validate/inspect-text.ts'
import { tooLongBySize, tooManyTokens } from './whole-text.ts'

/** Maximum files in a guide. */
const listed = 100

/** The guide of one pack, by name, ref or folder: decide, read, fence, record, release. */
export async function releaseGuide(
  catalog: Catalog,
  ref: string,
  options: GuideOptions,
  reader: Reader,
): Promise<Guide> {
  const prepared = await prepareGuide(catalog, ref, options, reader)
  if ('outcome' in prepared) return prepared
  const { handout, result, now } = prepared
  const receipt = await recordRelease(handout, reader, now)
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
): Promise<PreparedRelease<Omit<ReleasedGuide, 'receipt'>> | RefusedGuide | UnknownGuide> {
  const entry = catalog.entries.find((candidate) => candidate.document.kind === 'pack' && isNamed(candidate, [ref]))
  if (!entry) return unknownName(catalog, ref)
  const now = reader.ports.clock.now()
  const activation = askPackGates(catalog, reader, { named: [entry.ref], now })
  const [allowed] = activation.allowed.map((candidate) => withSharedObligations(candidate, ['KNOWLEDGE.md']))
  if (!allowed) return refused(entry.ref, activation)
  const omitted: Omission[] = []
  const granted = grantedText(reader.ports.files, allowed, 'KNOWLEDGE.md', omitted)
  if (!granted || !isSameHead(entry, granted.bytes))
    return refusal(allowed, omitted.length > 0 ? omitted : [outdatedHead(entry.ref, 'KNOWLEDGE.md')])
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
): Promise<PreparedRelease<Omit<ReleasedGuide, 'receipt'>> | RefusedGuide> {
  const { ref, pack, decision } = allowed
  const { maxTokens = Infinity, session, replayOf } = options
  const { remarks, open } = remarksOn(entry, allowed, reader)
  const resources = packResources(reader.ports.files, allowed)
  const repeated = await isRepeated(ref, fileDigest, options, reader)
  const subject = { ref, path: 'KNOWLEDGE.md' }
  const body = text.slice(pack.bodyStart)
  const long = repeated ? undefined : tooLongBySize(body, maxTokens, subject)
  if (long) return refusal(allowed, [long])
  const fenced = repeated ? fenceGuideStub(pack) : fenceWhole(entry, allowed, { body, resources, remarks, open })
  const tokenizer = await loadTokenizer()
  const tokens = tokenizer.count(fenced, maxTokens)
  if (tokens > maxTokens) return refusal(allowed, [tooManyTokens(maxTokens, subject)])
  const span = { ...subject, start: pack.bodyStart, end: text.length, fileDigest, spanDigest: digest(body) }
  const handout: ReleaseDraft = {
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
    ...(session === undefined ? {} : { session }),
    ...(replayOf === undefined ? {} : { replayOf }),
  }
  const result = {
    outcome: 'given',
    ref,
    fenced,
    tokens,
    tokenizer: tokenizer.name,
    digest: fileDigest,
    repeated,
    resources,
    warnings: [...notesOf(decision), ...remarks.map(({ message }) => message), ...open],
    findings: repeated ? [] : inspectStretches(text, [span], entry.found.path),
    decision,
  } as const
  return { handout, now, result }
}

interface Remarks {
  readonly remarks: readonly Notice[]
  /** A sentence on open questions, if the pack lists some. */
  readonly open: readonly string[]
}

function remarksOn(entry: CatalogEntry, allowed: AllowedPack, { ports: { files } }: Reader): Remarks {
  const visit: Visit = { files, omitted: [], fresh: new Set() }
  const opened = new ReadCache().packs.open(allowed, visit)
  const [question] = opened?.questions ?? []
  return {
    remarks: [
      ...shadowNotices({ entries: [entry] }, new Set([allowed.ref])),
      ...(opened ? packRemarks(files, opened) : []),
    ],
    open: question === undefined ? [] : [`It lists open questions: ${plainPath(question)}.`],
  }
}

async function isRepeated(
  ref: string,
  fileDigest: string,
  { stub, session, again }: GuideOptions,
  { ports: { sessions } }: Reader,
): Promise<boolean> {
  if (stub === true) return true
  if (session === undefined || again) return false
  return (await sessions.given(session)).get(guideKey(ref)) === fileDigest
}

function fenceWhole(
  { found }: CatalogEntry,
  { pack, decision }: AllowedPack,
  { body, resources, remarks, open }: Remarks & Pick<ReleasedGuide, 'resources'> & { readonly body: string },
): Fenced {
  // The trust is an attribute of the envelope.
  const shown = remarks.filter(({ code }) => code !== 'AK813').map(({ message }) => message)
  return fenceGuide({
    pack,
    folder: folderOf(found.path) || '.',
    body,
    resources: resources.slice(0, listed),
    unlisted: Math.max(0, resources.length - listed),
    warnings: [...notesOf(decision), ...shown, ...open],
    obligations: decision.reasons.flatMap(({ obligations = [] }) => obligations),
  })
}

/** Guides share a store with the excerpts of a session. */
const guideKey = (ref: string): string => `guide:${ref}`

const refusal = ({ ref, decision }: AllowedPack, omitted: readonly Omission[]): RefusedGuide => ({
  outcome: 'refused',
  ref,
  verdict: 'ask',
  decision,
  omitted,
})
