import { packStatement, signatureText } from '../../distribute/signed-entry.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { SignatureFile, WrittenSignature } from '../../model/documents/signature.ts'
import { parseSignatureFile } from '../../parse/signature-file.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { keyFingerprint, readPublicKey, verifiesEd25519 } from '../../text/bytes/ed25519.ts'
import { openFolder } from '../../validate/folder.ts'
import { signatureName } from './entry-signature.ts'
import { refreshHashes, type HashedUnits } from './refresh-hashes.ts'

interface Signer {
  /** 32 bytes in base64. */
  readonly publicKey: string
  /** Default: a name that the key determines. */
  readonly keyId?: string
  sign(content: Uint8Array): Uint8Array
}

export type SignedFiles =
  | { readonly ok: false; readonly detail: string }
  | ({
      readonly ok: true
      readonly keyId: string
      /** The manifest before and after its hashes were refreshed; absent if nothing changed. */
      readonly manifest?: { readonly before: Uint8Array; readonly after: Uint8Array }
      readonly signature: { readonly file: string; readonly before?: Uint8Array; readonly after: Uint8Array }
      /** Number of other signatures that are still valid and stay. */
      readonly kept: number
      /** Number of other signatures that are no longer valid and are removed. */
      readonly dropped: number
      /** Number of files that the signature of a pack covers. */
      readonly files?: number
    } & HashedUnits)

export const keyIdOf = (publicKey: string): string => {
  const key = readPublicKey(publicKey)
  return key ? keyFingerprint(key) : ''
}

/** Signs a manifest or a pack; nothing is written here. Declared hashes are refreshed first (KCP §4.21). */
export function signEntry(files: Files, folder: string, file: string, signer: Signer): SignedFiles {
  const read = files.read(folder, file, { limit: limits.contentBytes })
  if (!read.ok) return { ok: false, detail: read.detail }
  const signatureFile = signatureName(file)
  const isPack = file === 'KNOWLEDGE.md'
  const refreshed = isPack
    ? { bytes: read.bytes, differing: [], undeclared: [], unreadable: [] }
    : refreshHashes(files, folder, { file, bytes: read.bytes })
  const { bytes, ...units } = refreshed
  const [left] = units.differing.length === 0 ? [] : refreshHashes(files, folder, { file, bytes }).differing
  if (left !== undefined)
    return { ok: false, detail: `The content_hash of "${left}" cannot be replaced; write its value in one line.` }
  const listed = isPack ? packFiles(files, folder, signatureFile) : undefined
  if (typeof listed === 'string') return { ok: false, detail: listed }
  const content = listed ? packStatement(listed) : bytes
  const old = files.read(folder, signatureFile, { limit: limits.signatureBytes })
  if (!old.ok && old.trouble !== 'missing') return { ok: false, detail: `${signatureFile}: ${old.detail}` }
  const before = (old.ok && parseSignatureFile(old.bytes)?.signatures) || []
  const kept = before.filter((one) => one.publicKey !== signer.publicKey && stillHolds(one, content))
  const keyId = signer.keyId ?? keyIdOf(signer.publicKey)
  const own: WrittenSignature = { keyId, publicKey: signer.publicKey, value: signer.sign(content) }
  const text = signatureText({ signatures: [...kept, own], ...(listed ? { files: listed } : {}) })
  return {
    ok: true,
    keyId,
    ...(Buffer.compare(bytes, read.bytes) === 0 ? {} : { manifest: { before: read.bytes, after: bytes } }),
    signature: { file: signatureFile, ...(old.ok ? { before: old.bytes } : {}), after: Buffer.from(text) },
    kept: kept.length,
    dropped: before.filter((one) => one.publicKey !== signer.publicKey).length - kept.length,
    ...(listed ? { files: Object.keys(listed).length } : {}),
    ...units,
  }
}

/** A detached signature of any bytes, as text. */
export function signBytes(content: Uint8Array, signer: Signer): string {
  const keyId = signer.keyId ?? keyIdOf(signer.publicKey)
  return signatureText({ signatures: [{ keyId, publicKey: signer.publicKey, value: signer.sign(content) }] })
}

/** Every file of a pack with its SHA-256, or why that is impossible. */
function packFiles(files: Files, folder: string, signatureFile: string): NonNullable<SignatureFile['files']> | string {
  const { files: paths, incomplete } = openFolder(files, folder)
  if (incomplete) return 'The pack has more files or deeper folders than can be signed.'
  const digests: [string, string][] = []
  for (const path of paths.filter((name) => name !== signatureFile)) {
    const read = files.read(folder, path, { limit: limits.contentBytes })
    if (!read.ok) return `${path}: ${read.detail}`
    digests.push([path, hashOf(read.bytes, 'sha256')])
  }
  return Object.fromEntries(digests)
}

function stillHolds({ publicKey, value, jwsHeader }: WrittenSignature, content: Uint8Array): boolean {
  const key = publicKey === undefined || jwsHeader !== undefined ? undefined : readPublicKey(publicKey)
  return key !== undefined && verifiesEd25519(key, content, value)
}
