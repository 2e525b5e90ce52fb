import { resolve } from 'node:path'
import { checkSignatures } from '../../distribute/check-signatures.ts'
import { plainOrigin } from '../../distribute/origin.ts'
import { signatureFinding } from '../../govern/gates/signature.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Ports } from '../../model/ports.ts'
import type { EntrySignature, SignatureOrigin, SignaturePolicy, Tier } from '../../model/documents/signature.ts'
import { parseSignatureFile } from '../../parse/signature-file.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { openFolder } from '../../validate/folder.ts'
import { scanRoots } from '../open/scan.ts'
import { noPolicy, signatureName } from './entry-signature.ts'
import { refreshHashes } from './refresh-hashes.ts'

/** The result of a signature, and whether the files are those that were signed. */
export interface Verified {
  /** Shown path of the entry file; `-` for bytes of stdin. */
  readonly path: string
  readonly ref?: string
  readonly tier: Tier
  readonly code: string
  readonly sentence: string
  /** Ids of trusted keys. */
  readonly signers: readonly string[]
  readonly origin: SignatureOrigin
  /** Files of a pack, or units of a manifest, whose content is not what was signed. */
  readonly differing: readonly string[]
  /** Files or units that the signature does not cover. */
  readonly uncovered: readonly string[]
  /** The signature holds, and nothing differs from it. */
  readonly ok: boolean
}

export interface VerifyOptions {
  readonly cwd: string
  readonly policy?: SignaturePolicy | undefined
  /** The origin that a person asserts. */
  readonly origin?: SignatureOrigin
  readonly allowTypes?: readonly string[]
  readonly ignore?: readonly string[]
  /** Called with the invalid documents, which are not verified. */
  readonly onQuarantined?: ((quarantined: Catalog['quarantined']) => void) | undefined
}

/** The origin that a person names; `undefined` if it is invalid. */
export function assertedOrigin(written: string): SignatureOrigin | undefined {
  const value = plainOrigin(written)
  return value === undefined ? undefined : { kind: 'asserted', value }
}

/** Every pack and manifest below a folder, or the one whose entry file is named. */
export function verifyEntries(ports: Ports, path: string, options: VerifyOptions): readonly Verified[] {
  const { cwd, policy, origin, allowTypes = [], ignore = [] } = options
  const named = resolve(cwd, path)
  const isFile = ports.files.kindOf(named) === 'file'
  const root = isFile ? resolve(named, '..') : named
  const { entries, shadowed, quarantined } = scanRoots(ports, [{ path: root, scope: 'workspace' }], {
    inFull: true,
    allowTypes,
    ignore,
    ...(policy ? { signatures: policy } : {}),
    ...(origin ? { origin } : {}),
  })
  const isNamed = ({ found }: Pick<CatalogEntry, 'found'>): boolean =>
    !isFile || resolve(found.folder, found.file) === named
  options.onQuarantined?.(quarantined.filter(isNamed))
  return [...entries, ...shadowed].filter(isNamed).map((entry) => verifyEntry(ports, entry, policy))
}

const unsigned: EntrySignature = { tier: 'unsigned', code: 'signature-absent', signers: [], origin: { kind: 'none' } }

function verifyEntry({ files }: Ports, { ref, found, document, signature }: CatalogEntry, policy?: SignaturePolicy) {
  const state = signature ?? unsigned
  const covered =
    document.kind === 'pack'
      ? comparedFiles(files, found.folder, signatureName(found.file), state)
      : comparedUnits(files, found.folder, found.file)
  return {
    ref,
    ...verified(found.path, state, policy),
    ...covered,
    ...(covered.differing.length > 0 ? { ok: false } : {}),
  }
}

/** Verifies any bytes with their signature file. */
export function verifyBytes(content: Uint8Array, signature: Uint8Array, { policy, origin }: VerifyOptions): Verified {
  const file = parseSignatureFile(signature)
  const from = origin ?? { kind: 'none' }
  const state: EntrySignature = file
    ? checkSignatures({ content, file, origin: from }, policy ?? noPolicy)
    : { tier: 'failed', code: 'signature-unreadable', signers: [], origin: from }
  return { ...verified('-', state, policy), differing: [], uncovered: [] }
}

function verified(
  path: string,
  state: EntrySignature,
  policy?: SignaturePolicy,
): Omit<Verified, 'differing' | 'uncovered'> {
  const { tier, signers, origin } = state
  const signersRequired = policy?.required ? policy.threshold : 0
  const { code, verdict, values = {} } = signatureFinding({ signature: state, signersRequired }, path)
  const { sentence } = sentenceFor(code, values)
  return { path, tier, code, sentence, signers, origin, ok: verdict === 'allow' && tier !== 'unsigned' }
}

type Compared = Pick<Verified, 'differing' | 'uncovered'>

function comparedFiles(
  files: Ports['files'],
  folder: string,
  signatureFile: string,
  { files: signed }: EntrySignature,
): Compared {
  if (!signed) return { differing: [], uncovered: [] }
  const present = openFolder(files, folder).files.filter((path) => path !== signatureFile)
  const differs = (path: string): boolean => {
    const read = files.read(folder, path, { limit: limits.contentBytes })
    return !read.ok || hashOf(read.bytes, 'sha256') !== signed[path]
  }
  return {
    differing: Object.keys(signed).filter(differs).sort(),
    uncovered: present.filter((path) => !Object.hasOwn(signed, path)),
  }
}

function comparedUnits(files: Ports['files'], folder: string, file: string): Compared {
  const read = files.read(folder, file, { limit: limits.documentBytes })
  if (!read.ok) return { differing: [], uncovered: [] }
  const { differing, unreadable, undeclared } = refreshHashes(files, folder, { file, bytes: read.bytes })
  return { differing: [...differing, ...unreadable], uncovered: undeclared }
}
