import type { SignatureFile, WrittenSignature } from '../model/signature.ts'

/** The content of a signature file: one signature as KCP §3.2 has it, several as a list. */
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
