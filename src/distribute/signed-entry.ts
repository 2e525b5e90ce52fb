import type { SignatureFile, SignedEdition, WrittenSignature } from '../model/documents/signature.ts'
import { isSemver, semverOrder } from '../text/notations/semver.ts'

/** The content of a signature file: one signature in the form of KCP §3.2, several as a list. */
export function signatureText({ signatures, files }: SignatureFile): string {
  const entries = signatures.map(entryOf)
  const [only] = entries
  if (!files && only && entries.length === 1) return json(only)
  return json(files ? { files, signatures: entries } : { signatures: entries })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const entryOf = ({ keyId, publicKey, value }: WrittenSignature): Readonly<Record<string, string>> => ({
  ...(keyId === undefined ? {} : { key_id: keyId }),
  algorithm: 'Ed25519',
  ...(publicKey === undefined ? {} : { public_key: publicKey }),
  signature: Buffer.from(value).toString('base64'),
})

/**
 * The signed bytes of a pack: its files with their SHA-256, listed as KCP §4.21.1 lists a folder, after a line that no
 * manifest starts with.
 */
export function packStatement(files: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries(files).map(([path, value]) => Buffer.from(`${path}\0${value}\n`))
  return Buffer.concat([Buffer.from('lorefence pack signature 1\n'), ...lines.sort(Buffer.compare)])
}

/** By version, then by date. An edition that no longer declares a version counts as older. */
export function isOlder(edition: SignedEdition, than: SignedEdition): boolean {
  const order = semverOrder(edition.version ?? '', than.version ?? '')
  if (order !== undefined && order !== 0) return order < 0
  if (than.updated !== undefined && edition.updated !== undefined && edition.updated !== than.updated)
    return edition.updated < than.updated
  return order === undefined && than.version !== undefined && isSemver(than.version)
}
