import { isNamed } from '../activate/activate.ts'
import { fenceGuide, fenceGuideStub } from '../fence/guide.ts'
import type { Allowed } from '../model/brands.ts'
import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import type { Guide, GuideOptions, RefusedGuide, UnknownGuide } from '../model/guide.ts'
import type { Left } from '../model/read.ts'
import { frontmatterLength } from '../parse/frontmatter.ts'
import { makeReceipt } from '../record/receipt.ts'
import { grantedText, type GrantedText } from '../resolve/granted-text.ts'
import { packResources } from '../resolve/pack-resources.ts'
import { digest } from '../text/digest.ts'
import { folderOf } from '../text/paths.ts'
import { suggest } from '../text/suggest.ts'
import { loadTokenizer } from '../text/tokens.ts'
import { version } from '../version.ts'
import { askGates, type Reader } from './ask-gates.ts'
import { notesOf } from './notes.ts'

/** Most files that a guide lists; the resolver knows them all. */
const listed = 100

/** The guide of one pack, asked for by name, ref or folder: decide, read, fence, record, release. */
export async function giveGuide(catalog: Catalog, ref: string, options: GuideOptions, reader: Reader): Promise<Guide> {
  const entry = catalog.entries.find((candidate) => candidate.document.kind === 'pack' && isNamed(candidate, [ref]))
  if (!entry) return unknown(catalog, ref)
  const now = reader.ports.clock.now()
  const activation = askGates(catalog, reader, { named: [entry.ref], now })
  const [allowed] = activation.allowed
  const [decision] = activation.decisions
  if (!allowed) return { outcome: 'refused', ref: entry.ref, verdict: decision?.verdict === 'deny' ? 'deny' : 'ask', ...(decision ? { decision } : {}), left: activation.left }
  const left: Left[] = []
  const granted = grantedText(reader.ports.files, allowed, 'KNOWLEDGE.md', left)
  if (!granted || !isSameHead(entry, granted)) return changed(allowed, left)
  return release(entry, allowed, granted, { options, reader, now })
}

interface Release {
  readonly options: GuideOptions
  readonly reader: Reader
  readonly now: Date
}

async function release(entry: CatalogEntry, allowed: Allowed, { text, fileDigest }: GrantedText, { options, reader, now }: Release): Promise<Guide> {
  const { ref, pack, decision } = allowed
  const { ports, requester } = reader
  const warnings = notesOf(decision)
  const resources = packResources(ports.files, allowed)
  const repeated = options.session !== undefined && !options.again && ports.sessions.given(options.session).get(guideKey(ref)) === fileDigest
  const body = text.slice(pack.bodyStart)
  const guide = { pack, folder: folderOf(entry.found.path) || '.', body, resources: resources.slice(0, listed), unlisted: Math.max(0, resources.length - listed), warnings }
  const fenced = repeated ? fenceGuideStub(pack, fileDigest) : fenceGuide(guide)
  const tokenizer = await loadTokenizer()
  const tokens = tokenizer.count(fenced)
  const span = { ref, path: 'KNOWLEDGE.md', start: pack.bodyStart, end: text.length, fileDigest, spanDigest: digest(body) }
  const receipt = makeReceipt(
    {
      kind: 'guide', activation: 'explicit', task: '', requester, budget: tokens, tokenizer: tokenizer.name, version, decisions: [decision],
      spans: repeated ? [] : [span], fencedDigest: digest(fenced),
    },
    ports.ids.next(), now.toISOString(), ports.receipts.lastLink(),
  )
  ports.receipts.append(receipt)
  if (options.session !== undefined) ports.sessions.note(options.session, guideKey(ref), fileDigest)
  return { outcome: 'given', ref, fenced, tokens, tokenizer: tokenizer.name, digest: fileDigest, repeated, resources, warnings, decision, receipt }
}

/** Apart from the excerpts that a session was given. */
const guideKey = (ref: string): string => `guide:${ref}`

/** What was decided about must be what is given: a followed file may have changed since it was listed. */
function isSameHead({ headDigest }: CatalogEntry, { bytes }: GrantedText): boolean {
  const length = frontmatterLength(bytes)
  return length !== undefined && digest(bytes.subarray(0, length)) === headDigest
}

function changed({ ref, decision }: Allowed, left: readonly Left[]): RefusedGuide {
  const listing: Left = { ref, path: 'KNOWLEDGE.md', reason: 'changed', detail: 'Its head has changed since it was listed. List it again.' }
  return { outcome: 'refused', ref, verdict: 'ask', decision, left: left.length > 0 ? left : [listing] }
}

function unknown(catalog: Catalog, ref: string): UnknownGuide {
  const names = catalog.entries.flatMap(({ document, enabled }) => (document.kind === 'pack' && enabled ? [document.name] : []))
  const near = suggest(ref, names)
  return { outcome: 'unknown', ref, near: near === undefined ? [] : [near] }
}
