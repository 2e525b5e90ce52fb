import { buildCatalog, type ReadEntry } from '../../catalog/build.ts'
import { switchedOff } from '../../catalog/refs.ts'
import { discover, entryPath } from '../../discover/discover.ts'
import { readHead } from '../../discover/read-head.ts'
import type { CheckedHead, CheckHead } from '../../discover/walk.ts'
import type { Catalog, EntryFile, Root } from '../../model/catalog.ts'
import type { Restraints } from '../../model/documents/config.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Pack } from '../../model/documents/pack.ts'
import type { Ports, ReadFile } from '../../model/ports.ts'
import type { SignatureOrigin } from '../../model/documents/signature.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { parseManifestHead } from '../../parse/manifest/manifest-head.ts'
import { allowType, readPack, usablePack } from '../../parse/pack/pack.ts'
import { digest } from '../../text/bytes/digest.ts'
import { fileName } from '../../text/paths/paths.ts'
import { validatePackHead } from '../../validate/validate-head.ts'
import { Allowance } from './allowance.ts'
import { headDigestOf } from '../decide/same-head.ts'
import { grantFor, standingOf } from '../decide/standing.ts'
import { unplacedRestrictions } from '../decide/content-paths.ts'
import { entrySignature, type SignedEntry } from '../sign/entry-signature.ts'
import { followDeclared } from './follow-declared.ts'
import type { KnownHead, KnownTree } from './known-tree.ts'
import type { readComposed } from './read-composed.ts'
import { unlistedGrants } from './unlisted-grants.ts'

type ScanPorts = Pick<Ports, 'files' | 'grants' | 'switches' | 'editions' | 'copies'>

export interface ScanOptions extends Restraints {
  /** Exclude files that a `.gitignore` matches. */
  readonly respectGitignore?: boolean
  /** Levels of folders to visit. */
  readonly depth?: number
  /** Types of packs that are used although the standard does not define them (AK-037). */
  readonly allowTypes?: readonly string[]
  /** Also read ungranted entries in full, because a person named these roots. */
  readonly inFull?: boolean
  /** The origin of the entries, as stated by a person. */
  readonly origin?: SignatureOrigin
  /** Every entry counts as granted; stored grants are ignored. */
  readonly trustAll?: boolean
  /** Reads a manifest with those that it includes. Absent: includes are ignored, so that a list need not load this. */
  readonly compose?: typeof readComposed
  /** Results of earlier lists; absent where something is decided. */
  readonly known?: KnownTree
}

/** Scans every root and builds the catalog. Only the frontmatter of packs is read. */
export function scanRoots(ports: ScanPorts, roots: readonly Root[], options: ScanOptions = {}): Catalog {
  const allowance = new Allowance()
  // Before the first grant, one lookup suffices for all entries.
  const grants = ports.grants.isEmpty() ? nothingGranted : ports.grants
  const look: Look = { files: ports.files, grants, allowance, signatureOf: signaturesWith(ports, options) }
  const found = roots.map((root) => scanRoot(look, root, options))
  const isDisabled = switchedOff([...ports.switches.disabled(), ...(options.disabled ?? [])])
  const diagnostics = [...found.flatMap((root) => root.diagnostics), ...allowance.diagnostics()]
  const catalog = buildCatalog(
    found.flatMap(({ read }) => read),
    { roots: found.map(({ scanned }) => scanned), diagnostics, isDisabled },
  )
  if (options.trustAll) return catalog
  const withheld = unlistedGrants(catalog, roots, {
    files: ports.files,
    grants,
    read: (entry) => readUnlisted(entry, look, options),
  })
  return withheld.length === 0 ? catalog : { ...catalog, withheld }
}

/** A granted entry that the walk did not return. */
function readUnlisted(found: EntryFile, look: Look, options: ScanOptions): ReadEntry {
  if (found.format === 'manifest') return readGranted(found, look, options)
  const read = readHead(look.files, found.folder, false)
  return read.ok ? checkPackHead(found, read.bytes, look, options) : unreadable(found, read.detail)
}

interface Look {
  readonly files: Ports['files']
  readonly grants: FindGrant
  readonly allowance: Allowance
  /** Checked before any content is read. */
  signatureOf(entry: SignedEntry): Pick<ReadEntry, 'signature'>
}

function signaturesWith(
  { files, editions, copies }: ScanPorts,
  { signatures: policy, origin }: ScanOptions,
): Look['signatureOf'] {
  return (entry) => {
    const signature = entrySignature(entry, { files, policy, editions, copies, ...(origin ? { origin } : {}) })
    return signature ? { signature } : {}
  }
}

function scanRoot(look: Look, root: Root, options: ScanOptions) {
  const { files, grants, allowance } = look
  const mayBeUsed = ({ scope, folder }: EntryFile): boolean =>
    options.inFull === true || scope === 'builtin' || grants.find(folder) !== undefined
  const passOver = (entry: EntryFile): boolean => {
    // Looking up a grant costs more than reading most heads.
    const isPassedOver = allowance.isSpent && !mayBeUsed(entry)
    if (isPassedOver) allowance.passOver(entry)
    return isPassedOver
  }
  const checkHead: CheckHead<ReadEntry> = (entry, read) => {
    const checked = read.ok ? checkPackHead(entry, read.bytes, look, options) : unreadable(entry, read.detail)
    if (checked.standing === 'ungranted' && !options.inFull) allowance.takeUngranted(read.ok ? read.bytes.length : 0)
    return { isUsable: checked.document !== undefined, isGranted: checked.standing !== 'ungranted', checked }
  }
  // An entry that may be used is always read, because its bytes decide.
  const known = (entry: EntryFile): CheckedHead<ReadEntry> | undefined => {
    const head = mayBeUsed(entry) ? undefined : options.known?.headOf(entry)
    const checked = head && knownEntry(entry, head)
    if (!checked) return undefined
    allowance.takeUngranted(head.length)
    return { isUsable: true, isGranted: false, checked }
  }
  const { known: tree } = options
  const walked = tree ? { ...files, list: tree.list.bind(tree) } : files
  const granted = (): readonly string[] => grants.below(root.path).map(({ path }) => path)
  const { entries, checked, exists, skipped, diagnostics } = discover(walked, root, checkHead, {
    ...options,
    passOver,
    known,
    granted,
  })
  const readManifest = (entry: EntryFile): ReadEntry | undefined => {
    if (passOver(entry)) return undefined
    return mayBeUsed(entry) ? readGranted(entry, look, options) : readUngranted(entry, look, options)
  }
  const found = entries.flatMap((entry) => checked.get(entry) ?? readManifest(entry) ?? [])
  const { ignore = [] } = options
  const followed = followDeclared(found, { root, files, ignore, allowance, readEntry: readManifest })
  const { read } = followed
  const added = read.length - found.length
  const count = (format: EntryFile['format']): number => entries.filter((entry) => entry.format === format).length
  return {
    read,
    diagnostics: [...diagnostics, ...followed.diagnostics],
    scanned: {
      path: root.path,
      scope: root.scope,
      exists,
      packs: count('pack'),
      manifests: count('manifest') + added,
      skipped,
    },
  }
}

type FindGrant = Pick<Ports['grants'], 'find' | 'below'>

const nothingGranted: FindGrant = { find: () => undefined, below: () => [] }

function checkPackHead(
  found: EntryFile,
  bytes: Uint8Array,
  { grants, signatureOf }: Look,
  { allowTypes = [], inFull, known }: ScanOptions,
): ReadEntry {
  const reading = readPack(bytes, found.path)
  const { pack } = allowType(reading, allowTypes)
  const diagnostics = validatePackHead(reading, { folderName: fileName(found.folder) }).filter(
    ({ code }) => code !== 'AK303' || pack === undefined,
  )
  const standing = standingNow(found, digest(bytes), grants)
  const { head, bodyStart } = reading
  if (head && diagnostics.length === 0 && standing.standing === 'ungranted')
    known?.learn({ head, bodyStart, headDigest: standing.headDigest, length: bytes.length })
  // Only the head of an ungranted pack is opened.
  const isSigned = pack && (inFull === true || standing.standing !== 'ungranted')
  return {
    found,
    document: pack && withOwnTrust(pack, found),
    diagnostics,
    ...standing,
    ...(isSigned ? signatureOf({ found, document: pack, bytes }) : {}),
  }
}

/** `undefined` for a type that only the user's config allows. */
function knownEntry(found: EntryFile, { head, bodyStart, headDigest }: KnownHead): ReadEntry | undefined {
  const pack = usablePack({}, head, bodyStart)
  return pack && { found, document: withOwnTrust(pack, found), diagnostics: [], headDigest, standing: 'ungranted' }
}

/** Only the organisation makes a pack official; its folders are in the user's config (AK-116). */
function withOwnTrust(pack: Pack, { scope }: EntryFile): Pack {
  const isOfOrganization = scope === 'organization' || scope === 'builtin'
  return pack.trust === 'official' && !isOfOrganization ? { ...pack, trust: 'user-confirmed' } : pack
}

/** A manifest that is granted, was granted before it changed, or was named by a person. */
function readGranted(found: EntryFile, look: Look, options: ScanOptions): ReadEntry {
  const { files, grants, allowance } = look
  const { inFull, compose } = options
  const read = readEntry(files, found, { limit: limits.documentBytes })
  if (!read.ok) return unreadable(found, read.detail)
  const own = digest(read.bytes)
  // The includes of an edited manifest are not even opened.
  const isOpen = inFull === true || areOwnBytesGranted(found, own, grants)
  const parsed =
    isOpen && compose
      ? compose(found, read.bytes, look)
      : parseManifest(read.bytes, { file: found.path, folderName: fileName(found.folder) })
  const { manifest, diagnostics } = parsed
  const standing = standingNow(found, headDigestOf(own, manifest ?? {}), grants)
  // A changed entry counts as ungranted.
  if (!inFull && standing.standing === 'ungranted' && read.bytes.length > allowance.ungrantedDocument)
    return headOf(found, read.bytes, allowance)
  if (!inFull && standing.standing === 'ungranted') allowance.takeUngranted(read.bytes.length)
  else if (!inFull && !allowance.takesGranted(found, read.bytes.length))
    return unreadable(found, 'The granted manifests together exceed the read limit.')
  if (standing.standing !== 'ungranted') allowance.takeUnits(manifest?.units.length ?? 0)
  return {
    found,
    document: manifest && withUnplaced(manifest, found, files),
    diagnostics,
    ...standing,
    ...(manifest ? look.signatureOf({ found, document: manifest, bytes: read.bytes }) : {}),
  }
}

/** Whether the bytes of a manifest are granted, whatever it includes. */
function areOwnBytesGranted({ scope, folder, file }: EntryFile, own: string, grants: FindGrant): boolean {
  const grant = scope === 'builtin' ? undefined : grants.find(folder)
  return scope === 'builtin' || grant?.follow === true || grant?.files?.[file] === own
}

function withUnplaced(manifest: Manifest, found: EntryFile, files: Ports['files']): Manifest {
  const unplaced = unplacedRestrictions(files, found, manifest.units)
  return unplaced.length === 0 ? manifest : { ...manifest, unreadable: [...manifest.unreadable, ...unplaced] }
}

/**
 * Only the name and the number of units of an ungranted manifest are listed, so the beginning of a long one suffices.
 */
function readUngranted(found: EntryFile, look: Look, { trustAll, compose }: ScanOptions): ReadEntry {
  const { files, allowance } = look
  const whole = readEntry(files, found, { limit: allowance.ungrantedDocument })
  const read =
    whole.ok || whole.trouble !== 'too-large'
      ? whole
      : readEntry(files, found, { limit: limits.documentBytes, head: limits.manifestHeadBytes })
  if (!read.ok) return unreadable(found, read.detail)
  if (read.more) return headOf(found, read.bytes, allowance)
  allowance.takeUngranted(read.bytes.length)
  const { manifest, diagnostics } =
    trustAll && compose
      ? compose(found, read.bytes, look)
      : parseManifest(read.bytes, { file: found.path, folderName: fileName(found.folder) })
  const headDigest = headDigestOf(digest(read.bytes), manifest ?? {})
  return { found, document: manifest, diagnostics, headDigest, standing: 'ungranted' }
}

function headOf(found: EntryFile, bytes: Uint8Array, allowance: Allowance): ReadEntry {
  const head = bytes.subarray(0, limits.manifestHeadBytes)
  allowance.takeHead(found, head.length)
  return { found, document: parseManifestHead(head), diagnostics: [], headDigest: digest(bytes), standing: 'ungranted' }
}

const readEntry = (
  files: Ports['files'],
  found: EntryFile,
  options: { readonly limit: number; readonly head?: number },
): ReadFile => files.read(found.root, entryPath(found).slice(found.root.length + 1), options)

function standingNow(
  found: EntryFile,
  headDigest: string,
  grants: Pick<FindGrant, 'find'>,
): Pick<ReadEntry, 'headDigest' | 'standing'> {
  return { headDigest, standing: standingOf(found, grantFor(grants, { found, headDigest })) }
}

function unreadable(found: EntryFile, detail: string): ReadEntry {
  const diagnostics = diagnose([{ code: found.format === 'pack' ? 'AK107' : 'KCP107', message: detail }], {
    file: found.path,
    text: '',
  })
  return { found, document: undefined, diagnostics, headDigest: '', standing: 'ungranted' }
}
