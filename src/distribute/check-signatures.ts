import type {
  EntrySignature,
  SignatureOrigin,
  SignatureFile,
  SignaturePolicy,
  TrustedKey,
  WrittenSignature,
} from '../model/documents/signature.ts'
import { keyFingerprint, readPublicKey, verifiesEd25519 } from '../text/bytes/ed25519.ts'
import { isInScope } from './origin.ts'

interface Signed {
  /** The exact bytes that are signed. */
  readonly content: Uint8Array
  /** Absent if there is no signature file. */
  readonly file?: SignatureFile
  /** A key that the manifest itself names. It proves that nothing was changed since it was signed, not by whom. */
  readonly declaredKey?: string | undefined
  readonly origin: SignatureOrigin
}

/** The tier of an entry and why (KCP §16.2). Only keys of the user's list make it trusted. */
export function checkSignatures(
  { content, file, declaredKey, origin }: Signed,
  policy: SignaturePolicy,
): EntrySignature {
  const written = file?.signatures ?? []
  const checked = written.map((one) => checkOne(content, one, { policy, declaredKey }))
  const failure = checked.find((found) => typeof found === 'string' && found !== 'unchecked')
  if (typeof failure === 'string') return { tier: 'failed', code: failure, signers: [], origin }
  const valid = checked.filter((found) => typeof found !== 'string')
  // By the bytes of the key: one that signs twice, or is listed twice, counts once.
  const listed = [...new Map(valid.flatMap(({ by }) => (by ? [[by.publicKey, by] as const] : []))).values()]
  const required = scopedTo(origin, policy)
  if (required.length > 0 && !listed.some(({ publicKey }) => required.includes(publicKey)))
    return { tier: 'failed', code: 'signature-publisher', signers: [], origin }
  const counted = listed.filter((key) => covers(key, origin, policy))
  const signers = counted.map(({ keyId }) => keyId).sort()
  if (counted.length >= policy.threshold)
    return isEstablished(origin, policy)
      ? { tier: 'trusted', code: 'signature-trusted', signers, origin }
      : { tier: 'known', code: 'signature-listed', signers, origin }
  if (counted.length > 0) return { tier: 'known', code: 'signature-too-few', signers, origin }
  if (listed.length > 0) return { tier: 'known', code: 'signature-elsewhere', signers, origin }
  const [first] = valid
  if (first) return { tier: 'known', code: 'signature-known', signers, origin, key: keyFingerprint(first.key) }
  return { tier: 'unsigned', code: written.length > 0 ? 'signature-unchecked' : 'signature-absent', signers, origin }
}

type Listed = TrustedKey & { readonly publicKey: string }

interface Keys {
  readonly policy: SignaturePolicy
  readonly declaredKey: string | undefined
}

/** The code of a failure, `unchecked` if no key is known, or the key that made the signature. */
function checkOne(
  content: Uint8Array,
  written: WrittenSignature,
  { policy, declaredKey }: Keys,
): string | { readonly by?: Listed; readonly key: Uint8Array } {
  // Ed25519ph and Ed25519ctx are other algorithms, and so is everything else.
  if (written.algorithm !== undefined && !/^(?:ed25519|eddsa)$/i.test(written.algorithm)) return 'signature-algorithm'
  const bytes = written.jwsHeader === undefined ? content : jwsInput(written.jwsHeader, content)
  const isBy = (key: Uint8Array | undefined): key is Uint8Array =>
    key !== undefined && verifiesEd25519(key, bytes, written.value)
  const usable = policy.keys.flatMap((key) =>
    key.publicKey === undefined ? [] : [{ ...key, publicKey: key.publicKey }],
  )
  const named = policy.keys.filter(({ keyId }) => keyId === written.keyId)
  const isCandidate = ({ keyId }: TrustedKey): boolean => named.length === 0 || keyId === written.keyId
  const by = usable.find((key) => isCandidate(key) && isBy(readPublicKey(key.publicKey)))
  const revoked = new Set(policy.revoked.map((key) => spelled(key) ?? key))
  const isRevoked = (key: string | undefined, id: string | undefined): boolean =>
    (key !== undefined && revoked.has(key)) || (id !== undefined && revoked.has(id))
  if (by) {
    const key = readPublicKey(by.publicKey) ?? new Uint8Array()
    return isRevoked(spelled(by.publicKey), by.keyId)
      ? 'signature-revoked'
      : { by: { ...by, publicKey: base64(key) }, key }
  }
  // It names a listed key that did not make it.
  if (named.length > 0) return 'signature-mismatch'
  const own = [written.publicKey, declaredKey].flatMap((text) =>
    text === undefined ? [] : (readPublicKey(text) ?? []),
  )
  const key = own.find(isBy)
  if (key) return isRevoked(base64(key), written.keyId) ? 'signature-revoked' : { key }
  return own.length === 0 && written.publicKey === undefined ? 'unchecked' : 'signature-mismatch'
}

/** RFC 7515 §5.2. */
const jwsInput = (header: string, content: Uint8Array): Uint8Array =>
  Buffer.from(`${header}.${Buffer.from(content).toString('base64url')}`)

const base64 = (key: Uint8Array): string => Buffer.from(key).toString('base64')

/** A key in one canonical spelling. */
function spelled(written: string): string | undefined {
  const key = readPublicKey(written)
  return key && base64(key)
}

/** The only keys that may sign for an origin. A derived origin counts too: forging one only makes this stricter. */
function scopedTo(origin: SignatureOrigin, { keys }: SignaturePolicy): readonly string[] {
  if (origin.kind === 'none') return []
  return keys
    .filter(({ domains }) => domains?.some((domain) => isInScope(origin.value, domain)))
    .map(({ publicKey = '' }) => spelled(publicKey) ?? '')
}

/** A key bound to origins counts only if the entry is known to come from one of them. */
const covers = ({ domains }: TrustedKey, origin: SignatureOrigin, policy: SignaturePolicy): boolean =>
  domains === undefined ||
  (origin.kind !== 'none' && isEstablished(origin, policy) && domains.some((domain) => isInScope(origin.value, domain)))

/** Whether a person or our own fetch vouches for the origin, not just a file in the folder (KCP §16.2). */
const isEstablished = ({ kind }: SignatureOrigin, { allowDerivedOrigin }: SignaturePolicy): boolean =>
  kind === 'asserted' || kind === 'fetched' || allowDerivedOrigin
