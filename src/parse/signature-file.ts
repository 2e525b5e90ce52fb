import type { SignatureFile, WrittenSignature } from '../model/documents/signature.ts'
import { decodeBase64, decodeBase64Url } from '../text/bytes/base64.ts'
import { decodeUtf8 } from '../text/bytes/utf8.ts'
import { isObject } from './read-fields.ts'
import { parseJson } from './yaml/json.ts'

/** Most signatures of one file that are read. */
const mostSignatures = 32

/**
 * A signature file: JSON with `key_id`, `algorithm`, `public_key` and `signature`, or a list of those under
 * `signatures`; or the base64 of a signature alone; or a detached JWS (KCP §3.2). `undefined` for anything else.
 */
export function parseSignatureFile(bytes: Uint8Array): SignatureFile | undefined {
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok || decoded.bom) return undefined
  const text = decoded.text.trim()
  if (text.startsWith('{')) return fromJson(text)
  const value = text.includes('.') ? undefined : signatureBytes(text)
  const bare = value ? { value } : detachedJws(text)
  return bare && { signatures: [bare] }
}

function fromJson(text: string): SignatureFile | undefined {
  const content = parsed(text)
  if (!isObject(content)) return undefined
  const list = content['signatures'] ?? [content]
  if (!Array.isArray(list) || list.length === 0 || list.length > mostSignatures) return undefined
  const signatures = list.map(signatureIn)
  const files = content['files'] === undefined ? {} : filesIn(content['files'])
  if (!files || !signatures.every((one) => one !== undefined)) return undefined
  return { signatures, ...files }
}

function signatureIn(entry: unknown): WrittenSignature | undefined {
  if (!isObject(entry)) return undefined
  const { key_id: keyId, algorithm, public_key: publicKey, signature } = entry
  if (typeof signature !== 'string') return undefined
  const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'
  // Another type may hide an algorithm or a key that another program reads.
  if (!isText(keyId) || !isText(algorithm) || !isText(publicKey)) return undefined
  const value = signatureBytes(signature)
  const jws = value ? undefined : detachedJws(signature)
  if (!value && !jws) return undefined
  return {
    ...(jws ?? { value: value ?? new Uint8Array() }),
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(publicKey === undefined ? {} : { publicKey }),
  }
}

function filesIn(written: unknown): Pick<SignatureFile, 'files'> | undefined {
  if (!isObject(written)) return undefined
  const files = Object.entries(written)
  const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
  return files.every((entry): entry is [string, string] => isDigest(entry[1]))
    ? { files: Object.fromEntries(files) }
    : undefined
}

function signatureBytes(text: string): Uint8Array | undefined {
  const bytes = decodeBase64(text)
  return bytes?.length === 64 ? bytes : undefined
}

/** RFC 7515, appendix F: header, nothing, signature. The signed content is the file beside it. */
function detachedJws(text: string): WrittenSignature | undefined {
  const [header = '', content, written = '', ...more] = text.split('.')
  const value = decodeBase64Url(written)
  if (content !== '' || more.length > 0 || value?.length !== 64) return undefined
  const decoded = decodeBase64Url(header)
  const fields = decoded && parsed(Buffer.from(decoded).toString('utf8'))
  // Critical headers must be understood; none is supported.
  if (!isObject(fields) || typeof fields['alg'] !== 'string' || fields['crit'] !== undefined) return undefined
  const keyId = fields['kid']
  return { value, algorithm: fields['alg'], jwsHeader: header, ...(typeof keyId === 'string' ? { keyId } : {}) }
}

/** Strict: equal keys could mean one thing here and another elsewhere. */
const parsed = (text: string): unknown => parseJson(text).tree?.value
