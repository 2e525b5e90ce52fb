import { dirname } from 'node:path'
import { checkSignatures } from '../../distribute/check-signatures.ts'
import { isOlder, packStatement } from '../../distribute/signed-entry.ts'
import { plainOrigin, remoteIn } from '../../distribute/origin.ts'
import { isServedAt } from '../../federate/manifest-address.ts'
import type { EntryFile } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Pack } from '../../model/documents/pack.ts'
import type { FetchedCopy, Files, Ports } from '../../model/ports.ts'
import type {
  EntrySignature,
  SignatureFile,
  SignatureOrigin,
  SignaturePolicy,
} from '../../model/documents/signature.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parseSignatureFile } from '../../parse/signature-file.ts'
import { digest, hashOf } from '../../text/bytes/digest.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'

export interface SignedEntry {
  readonly found: Pick<EntryFile, 'folder' | 'file' | 'root'>
  readonly document: Pack | Manifest
  /** What discovery read: all of a manifest, the frontmatter of a pack. */
  readonly bytes: Uint8Array
}

interface SignatureWorld {
  readonly files: Files
  readonly policy?: SignaturePolicy | undefined
  readonly editions?: Ports['editions']
  /** The origin that a person asserts. */
  readonly origin?: SignatureOrigin
  readonly copies?: Ports['copies']
}

export const signatureName = (file: string): string => `${file}.sig`

export const noPolicy: SignaturePolicy = {
  keys: [],
  revoked: [],
  threshold: 1,
  required: false,
  allowDerivedOrigin: false,
}

/** Checks the signature of an entry before its content is opened. `undefined` if nothing is signed or required. */
export function entrySignature(entry: SignedEntry, world: SignatureWorld): EntrySignature | undefined {
  const { found, document, bytes } = entry
  const { files, policy = noPolicy } = world
  const place = `${found.folder}/${found.file}`
  const written = signatureFile(files, found, document)
  const seen = world.editions?.find(place)
  if (written === undefined && !world.policy && !seen) return undefined
  const copy = fetchedCopy(world, place, bytes)
  const origin = world.origin ?? originOf(copy) ?? derivedOrigin(files, found.folder, policy)
  if (written === 'unusable') return { tier: 'failed', code: 'signature-unreadable', signers: [], origin }
  const signed = written && signedPart(written, entry, files)
  if (signed === 'other') return { tier: 'failed', code: 'signature-mismatch', signers: [], origin }
  const declaredKey = document.kind === 'manifest' ? textIn(document.signing, 'public_key') : undefined
  const checked = checkSignatures(
    { content: signed?.content ?? bytes, ...(written ? { file: written } : {}), declaredKey, origin },
    policy,
  )
  if (checked.tier === 'failed') return checked
  if (
    checked.tier === 'trusted' &&
    copy &&
    document.kind === 'manifest' &&
    !isServedAt(document.serving?.manifest, copy.url)
  )
    return { ...checked, tier: 'known', code: 'signature-not-served' }
  const filesSigned = signed?.files && checked.tier !== 'unsigned' ? { files: signed.files } : {}
  if (checked.signers.length < policy.threshold)
    // An entry that trusted keys signed before must not become unsigned.
    return seen ? { ...checked, tier: 'failed', code: 'signature-lost', newest: seen } : { ...checked, ...filesSigned }
  const { version, updated } = document.kind === 'manifest' ? document : document.head
  const edition = { ...(version === undefined ? {} : { version }), ...(updated === undefined ? {} : { updated }) }
  return seen && isOlder(edition, seen)
    ? { ...checked, tier: 'failed', code: 'signature-rollback', edition, newest: seen }
    : { ...checked, edition, ...filesSigned }
}

/** The copy that our fetch wrote, if it is unchanged. */
function fetchedCopy({ copies }: SignatureWorld, place: string, bytes: Uint8Array): FetchedCopy | undefined {
  const copy = copies?.find(place)
  return copy?.digest === digest(bytes) ? copy : undefined
}

function originOf(copy: FetchedCopy | undefined): SignatureOrigin | undefined {
  const value = copy && plainOrigin(copy.url)
  return value === undefined ? undefined : { kind: 'fetched', value }
}

/** The sibling file first (KL-040). An address in the manifest is never fetched. */
function signatureFile(
  files: Files,
  { folder, file }: SignedEntry['found'],
  document: Pack | Manifest,
): SignatureFile | 'unusable' | undefined {
  const declared = document.kind === 'manifest' ? textIn(document.signing, 'signature') : undefined
  const named = declared !== undefined && !pathProblem(declared) ? [normalizePath(declared)] : []
  for (const path of [signatureName(file), ...named]) {
    const read = files.read(folder, path, { limit: limits.signatureBytes })
    if (!read.ok && read.trouble === 'missing') continue
    return (read.ok && parseSignatureFile(read.bytes)) || 'unusable'
  }
  return undefined
}

/** The list of its files is signed for a pack, and `KNOWLEDGE.md`, which governs the others, must match it. */
function signedPart(
  written: SignatureFile,
  { found, document, bytes }: SignedEntry,
  files: Files,
): 'other' | { readonly content: Uint8Array; readonly files?: SignatureFile['files'] } {
  if (document.kind === 'manifest') return { content: bytes }
  const read = files.read(found.folder, found.file, { limit: limits.contentBytes })
  if (!written.files || !read.ok || Buffer.compare(read.bytes.subarray(0, bytes.length), bytes) !== 0) return 'other'
  if (written.files[found.file] !== hashOf(read.bytes, 'sha256')) return 'other'
  return { content: packStatement(written.files), files: written.files }
}

const textIn = (block: unknown, field: string): string | undefined => {
  const value = isObject(block) ? block[field] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The remote of the checkout around a folder; looked up only if a key is bound to origins. */
function derivedOrigin(files: Files, folder: string, { keys }: SignaturePolicy): SignatureOrigin {
  if (!keys.some(({ domains }) => domains)) return { kind: 'none' }
  for (let at = folder; ; at = dirname(at)) {
    const read =
      files.kindOf(`${at}/.git`) === 'folder'
        ? files.read(`${at}/.git`, 'config', { limit: limits.documentBytes })
        : undefined
    const decoded = read?.ok ? decodeUtf8(read.bytes) : undefined
    const value = decoded?.ok ? remoteIn(decoded.text) : undefined
    if (value !== undefined) return { kind: 'derived', value }
    if (read || dirname(at) === at) return { kind: 'none' }
  }
}

/** Stores the newest edition that trusted keys signed, so that an older one is detected later. */
export function noteEdition(
  { editions }: Pick<Ports, 'editions'>,
  place: string,
  signature: EntrySignature | undefined,
): void {
  if (!editions || !signature?.edition || signature.tier === 'failed') return
  const seen = editions.find(place)
  if (!seen || isOlder(seen, signature.edition)) editions.save(place, signature.edition)
}
