import { digest } from '../../text/bytes/digest.ts'
import { decideNamed, deciderFor, type Decider } from '../decide/decide-ref.ts'
import { findNamed, unitRef, type NamedEntry } from '../../catalog/refs.ts'
import type { Circumstances } from '../../govern/gate.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import { aboutText, strictest } from '../../govern/strictest.ts'
import { ungrantedDecision } from '../../govern/early-decisions.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import { limits } from '../../model/limits.ts'
import type { Ports } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { underCeiling } from '../open/config.ts'
import type { CommandOptions } from '../shared/commands.ts'
import { openingCommands, type Decided } from '../shared/opening-commands.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { notFound } from '../shared/not-found.ts'
import { withoutQuery } from '../../text/notations/urls.ts'
import { twinsOf } from '../decide/same-file.ts'
import { entriesNow, standingOf } from '../decide/standing.ts'

export interface ExplainOptions {
  /** Replaces the requester that the knowledge was opened for; facts are not merged. */
  readonly requester?: Requester
  /** Default: `read`. */
  readonly action?: string
  /** Also return the commands that a person can run. */
  readonly commands?: CommandOptions
  /** Also look at the files of what is allowed: a read omits those that changed since the grant or are gone. */
  readonly files?: boolean
}

/** May this requester do this, and why. */
export interface Explanation extends Decision {
  readonly action: string
  readonly requester: Requester
  /** Entry file that declares it, as shown. */
  readonly path?: string
  /** The included manifest that declares a unit of a composed one (KCP §3.11), and its id there. */
  readonly includedFrom?: { readonly file: string; readonly id: string; readonly url?: string }
  /** The granted manifests that declare its manifest (KCP §3.6), each with the id and the URL there. */
  readonly declaredBy?: readonly { readonly ref: string; readonly id: string; readonly url?: string }[]
  /** Other refs of the same file; the strictest verdict of each gate applies. */
  readonly alsoNamedBy?: readonly string[]
  /** What its author or its manifest declares it is not for (KCP §3.10, §4.20); absent while it is ungranted. */
  readonly notFor?: readonly string[]
  /** Command lines that, in this order, change the verdict to allow; empty if no command can. */
  readonly commands?: readonly string[]
  /** Why a read omits it, or files of a pack, although every gate allows it; only if its files were looked at. */
  readonly omission?: Omission
  /** Why no decision was possible; then the verdict is `deny`. */
  readonly unknown?: string
}

/** Asks every gate about one pack or unit as for a read by name. No content is returned. */
export function explainRef(catalog: Catalog, written: string, options: ExplainOptions, reader: Reader): Explanation {
  const action = options.action ?? 'read'
  const requester = options.requester ? underCeiling(options.requester, reader.restraints) : reader.requester
  const circumstances: Circumstances = { action, activation: 'explicit', now: reader.ports.clock.now() }
  const decisionOn = (named: NamedEntry): Decision | undefined =>
    decideAsGranted(named, { ...reader, requester }, circumstances)
  const named = findNamed(catalog, written)
  const decision = named && decisionOn(named)
  const opening = (decided: readonly Decided[]): Pick<Explanation, 'commands'> =>
    options.commands
      ? { commands: openingCommands(decided, { action, switches: reader.ports.switches, ...options.commands }) }
      : {}
  if (!decision)
    return {
      ref: named?.ref ?? written,
      verdict: 'deny',
      reasons: [],
      action,
      requester,
      unknown: whyUnknown(catalog, written, named),
      ...(named
        ? { path: named.entry.found.path, ...opening([{ named, decision: againstManifest(named.entry, reader) }]) }
        : {}),
    }
  const decider = deciderFor(reader, circumstances)
  const twins = twinsOf(catalog, named, reader.ports.files, decider)
  const others = twins.map((twin) => {
    const own = twin.waits ? decider.decideSharer(twin, circumstances) : decisionOn(twin)
    return { named: twin, decision: own && twin.isGuess ? aboutText(own) : own }
  })
  return {
    ...strictest(
      decision,
      others.flatMap((other) => other.decision ?? []),
    ),
    action,
    requester,
    path: named.entry.found.path,
    ...originOf(named, decision),
    ...notForOf(named, decision),
    ...declarationsOf(named.entry, decider),
    ...opening([{ named, decision }, ...others]),
    ...(twins.length > 0 ? { alsoNamedBy: twins.map(({ ref }) => ref) } : {}),
  }
}

function originOf({ unit }: NamedEntry, { reasons }: Decision): Pick<Explanation, 'includedFrom'> {
  if (!unit?.from || reasons.some(({ gate, verdict }) => gate === 'trust' && verdict !== 'allow')) return {}
  const { file, id, url } = unit.from
  return { includedFrom: { file, id, ...(url === undefined ? {} : { url }) } }
}

function notForOf({ entry: { document }, unit }: NamedEntry, { reasons }: Decision): Pick<Explanation, 'notFor'> {
  const isClosed = reasons.some(({ gate, verdict }) => gate === 'trust' && verdict !== 'allow')
  if (document.kind !== 'manifest' || isClosed) return {}
  const notFor = [...new Set([...(unit?.notFor ?? []), ...(document.notFor ?? [])])]
  return notFor.length > 0 ? { notFor } : {}
}

function declarationsOf({ declaredBy = [] }: CatalogEntry, { grantFor }: Decider): Pick<Explanation, 'declaredBy'> {
  const granted = declaredBy.filter(({ by }) => standingOf(by.found, grantFor(by)) !== 'ungranted')
  if (granted.length === 0) return {}
  return {
    declaredBy: granted.map(({ by, entry: { id = '', url } }) => ({
      ref: by.ref,
      id,
      ...(url === undefined ? {} : { url: withoutQuery(url) }),
    })),
  }
}

/** Why a whole manifest is refused; no gate decides about manifests. */
function againstManifest(entry: CatalogEntry, reader: Reader): Decision | undefined {
  const decider = deciderFor(reader, { now: reader.ports.clock.now() })
  const [{ ref, enabled, standing } = entry] = entriesNow([entry], decider)
  if (!enabled)
    return {
      ref,
      verdict: 'deny',
      reasons: [{ gate: 'status', verdict: 'deny', code: 'disabled', sentence: sentenceFor('disabled').sentence }],
    }
  if (standing !== 'ungranted') return undefined
  return decider.signatureRefusal(entry) ?? ungrantedDecision(ref, decider.grantFor(entry))
}

function whyUnknown(catalog: Catalog, written: string, named: NamedEntry | undefined): string {
  if (named?.entry.document.kind === 'manifest') {
    const [first] = named.entry.document.units
    const example = first ? `, such as "${unitRef(named.ref, first.id)}"` : ''
    return `"${named.ref}" is a manifest; name one of its units${example}.`
  }
  const broken = catalog.quarantined.find(({ found }) =>
    [found.folder, `${found.folder}/${found.file}`].includes(written),
  )
  if (broken) return `"${broken.found.path}" is invalid. Run "lorefence validate ." for the reasons.`
  return notFound(catalog, written)
}

/**
 * `decideNamed` reads only the head of a pack; if every gate allows it, the entry file is hashed as well, since a read
 * would find it changed (AK-118). A refused entry is not opened.
 */
function decideAsGranted(named: NamedEntry, reader: Reader, circumstances: Circumstances): Decision | undefined {
  const decision = decideNamed(named, reader, circumstances)
  if (decision?.verdict !== 'allow' || reader.trustAll || isEntryFileUnchanged(named, reader.ports)) return decision
  const grants: Ports['grants'] = { ...reader.ports.grants, find: (path) => withChange(reader.ports.grants.find(path)) }
  return decideNamed(named, { ...reader, ports: { ...reader.ports, grants }, grantsSeen: new Map() }, circumstances)
}

const withChange = <G extends object>(grant: G | undefined): (G & { readonly changed: true }) | undefined =>
  grant && { ...grant, changed: true }

/** Discovery reads whole manifests, so only packs can differ. */
function isEntryFileUnchanged(
  { entry: { found, document } }: NamedEntry,
  { files, grants }: Pick<Ports, 'files' | 'grants'>,
): boolean {
  const grant = found.scope === 'builtin' || document.kind !== 'pack' ? undefined : grants.find(found.folder)
  if (!grant?.files) return true
  const read = files.read(found.folder, found.file, { limit: limits.contentBytes })
  return read.ok && grant.files[found.file] === digest(read.bytes)
}
