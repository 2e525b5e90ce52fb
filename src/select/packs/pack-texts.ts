import type { AllowedPack, FileRefusal } from '../../model/decisions/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { formatOf } from '../../formats/format-of.ts'
import { digest } from '../../text/bytes/digest.ts'
import { openingOf } from '../texts/document-title.ts'
import { grantedText, ownPath, type GrantedText } from '../texts/granted-text.ts'
import { isRecordFile, packFiles, type LayerRule, type PackFiles } from './layers.ts'
import type { Source } from '../texts/source.ts'
import { hintsFor, steeringOf, type Steering } from '../steering.ts'

/** A pack whose guide is granted; its files are read on demand. */
export interface OpenPack extends PackFiles {
  readonly allowed: AllowedPack
  readonly steering: readonly Steering[]
  readonly isAudit: boolean
  /** By any alias of the file. `undefined` if the file may not be used; the reason is then in `omitted`. */
  source(path: string): Source | undefined
  /** Any other text of the pack, such as its source map. */
  text(path: string): GrantedText | undefined
  /** The texts of its layers, each once. */
  layered(): readonly Layered[]
}

export interface Layered {
  readonly source: Source
  readonly layer: { readonly rule: LayerRule; readonly rank: number }
}

/** One read: its omissions, and the bytes that it read itself. */
export interface Visit {
  readonly files: Files
  readonly omitted: Omission[]
  readonly fresh: Set<GrantedText>
  /** The task is about what was done or observed, so logs count as texts. */
  readonly isAudit?: boolean
}

const sourceMap = 'indexes/source-map.json'

interface OpenedPack extends PackFiles {
  readonly root: string
  readonly guide: GrantedText
  readonly entry: Source['entry']
  readonly steering: readonly Steering[]
  readonly texts: Map<string, GrantedText>
  readonly sources: Map<string, Source>
  /** Names of files on disk by alias. */
  readonly own: Map<string, string>
  /** The texts of all layers, once each of their files could be read. */
  layered?: readonly (Layered & { readonly granted: GrantedText })[]
}

/**
 * Texts of granted packs, cached between reads so that nothing is listed, read or indexed twice. Released text is read
 * and hashed again (`stands`), so a file that changed meanwhile is never shown.
 */
export class PackTexts {
  /** By ref. */
  readonly #packs = new Map<string, OpenedPack>()

  /** `undefined` if the guide is not the granted one, which closes the pack (AK-118). */
  open(allowed: AllowedPack, visit: Visit): OpenPack | undefined {
    const opened = this.#opened(allowed, visit)
    return opened && new VisitedPack(allowed, opened, visit)
  }

  /**
   * Whether the files of a release, including the guide, are unchanged on disk. A changed pack is dropped from the
   * cache.
   */
  stands(allowed: AllowedPack, paths: readonly string[], { files, fresh }: Visit): boolean {
    const opened = this.#known(allowed)
    const same =
      opened !== undefined &&
      [...new Set([allowed.entryFile, ...paths, ...decidingFiles(opened, paths)])].every((path) => {
        const known = opened.texts.get(path)
        if (!known || fresh.has(known)) return known !== undefined
        const read = files.read(allowed.root, path, { limit: limits.contentBytes })
        return read.ok && digest(read.bytes) === known.fileDigest
      })
    if (!same) this.#packs.delete(allowed.ref)
    return same
  }

  clear(): void {
    this.#packs.clear()
  }

  #known({ ref, root }: AllowedPack): OpenedPack | undefined {
    const known = this.#packs.get(ref)
    return known?.root === root ? known : undefined
  }

  #opened(allowed: AllowedPack, { files, omitted, fresh }: Visit): OpenedPack | undefined {
    const known = this.#known(allowed)
    if (known && isGranted(allowed, allowed.entryFile, known.guide)) return known
    const guide = grantedText(files, allowed, allowed.entryFile, omitted)
    if (!guide) return undefined
    fresh.add(guide)
    const held = packFiles(files, allowed)
    const listed = [allowed.entryFile, ...held.others, ...held.questions, ...held.layers.flatMap(({ paths }) => paths)]
    const opened: OpenedPack = {
      ...held,
      root: allowed.root,
      guide,
      entry: {
        name: `${allowed.pack.name} ${openingOf(guide, '', allowed.pack.bodyStart).title}`,
        description: allowed.pack.description,
      },
      steering: steeringOf(guide.text, allowed.pack.bodyStart),
      texts: new Map([[allowed.entryFile, guide]]),
      sources: new Map(),
      own: new Map(listed.map((path) => [path, path])),
    }
    this.#packs.set(allowed.ref, opened)
    return opened
  }
}

/** A class, because every read creates one for each pack. */
class VisitedPack implements OpenPack {
  readonly allowed: AllowedPack
  readonly #opened: OpenedPack
  readonly #visit: Visit
  #isMapGranted: boolean | undefined

  constructor(allowed: AllowedPack, opened: OpenedPack, visit: Visit) {
    this.allowed = allowed
    this.#opened = opened
    this.#visit = visit
  }

  get layers(): OpenPack['layers'] {
    return this.#opened.layers
  }

  get others(): OpenPack['others'] {
    return this.#opened.others
  }

  get questions(): OpenPack['questions'] {
    return this.#opened.questions
  }

  get logs(): OpenPack['logs'] {
    return this.#opened.logs
  }

  get steering(): OpenPack['steering'] {
    return this.#opened.steering
  }

  get isAudit(): boolean {
    return this.#visit.isAudit === true
  }

  text(path: string): GrantedText | undefined {
    return textOf(this.allowed, this.#opened, path, this.#visit)
  }

  source(written: string): Source | undefined {
    if (!this.#mayQuote()) return undefined
    const path = ownName(this.allowed, this.#opened, written, this.#visit)
    const granted = this.text(path)
    const known = this.#opened.sources.get(path)
    if (!granted || known?.fileDigest === granted.fileDigest) return granted && known
    const made = toSource(this.allowed, path, granted, this.#opened)
    this.#opened.sources.set(path, made)
    return made
  }

  layered(): readonly Layered[] {
    return this.#mayQuote() ? layeredTexts(this, this.#opened) : []
  }

  /** A source map other than the granted one closes the texts (AK-362); it is opened with the first of them. */
  #mayQuote(): boolean {
    return (this.#isMapGranted ??= hasGrantedMap(this.allowed, this.#opened, this.#visit))
  }
}

/** Opened files that may block other texts: the source map, and, for records, all other records. */
function decidingFiles({ texts }: OpenedPack, paths: readonly string[]): readonly string[] {
  const hasRecords = paths.some(isRecordFile)
  return [...texts.keys()].filter((path) => path === sourceMap || (hasRecords && isRecordFile(path)))
}

/** Once the granted source map has changed or is gone, it is unknown which claims are blocked. */
function hasGrantedMap(allowed: AllowedPack, opened: OpenedPack, visit: Visit): boolean {
  if (allowed.claimsConfirmed || !allowed.granted?.has(sourceMap)) return true
  if (textOf(allowed, opened, sourceMap, { ...visit, omitted: [] })) return true
  visit.omitted.push({ ref: allowed.ref, path: sourceMap, ...changedMap })
  return false
}

const changedMap: FileRefusal = {
  reason: 'changed',
  code: 'source-map-changed',
  detail:
    'The source map has changed since it was granted, so it is unknown which claims may be used. ' +
    'A person can review it and run "lorefence trust" on its folder again.',
}

/** Listed files have their name on disk; an anchor may use an alias. */
function ownName({ root }: AllowedPack, { own }: OpenedPack, written: string, { files }: Visit): string {
  const path = own.get(written) ?? ownPath(files, root, written)
  own.set(written, path)
  return path
}

/** Withholding and grants are checked in every read; only the bytes are cached. */
function textOf(
  allowed: AllowedPack,
  opened: OpenedPack,
  path: string,
  { files, omitted, fresh }: Visit,
): GrantedText | undefined {
  const known = opened.texts.get(path)
  if (known && isGranted(allowed, path, known)) return known
  const granted = grantedText(files, allowed, path, omitted)
  if (!granted) return undefined
  fresh.add(granted)
  opened.texts.set(path, granted)
  return granted
}

/** Layers are listed again only if a file could not be read before, or may no longer be used. */
function layeredTexts(pack: VisitedPack, opened: OpenedPack): readonly Layered[] {
  if (opened.layered?.every(({ source: { path }, granted }) => isGranted(pack.allowed, path, granted)))
    return opened.layered
  const found = new Map<Source, Layered & { readonly granted: GrantedText }>()
  let isWhole = true
  for (const [rank, { rule, paths }] of opened.layers.entries()) {
    for (const path of paths) {
      const source = pack.source(path)
      const granted = source && opened.texts.get(source.path)
      if (!source || !granted) isWhole = false
      else if (!found.has(source)) found.set(source, { source, granted, layer: { rule, rank } })
    }
  }
  const layered = [...found.values()]
  if (isWhole) opened.layered = layered
  return layered
}

const isGranted = ({ granted, withheld, signature }: AllowedPack, path: string, { fileDigest }: GrantedText): boolean =>
  !withheld.has(path) &&
  (granted === undefined || granted.get(path) === fileDigest) &&
  (signature?.files === undefined || `sha256:${signature.files[path]}` === fileDigest)

function toSource(
  { ref, pack, entryFile, bound }: AllowedPack,
  path: string,
  granted: GrantedText,
  { entry, steering }: OpenedPack,
): Source {
  const { from, title } = openingOf(granted, path, path === entryFile ? pack.bodyStart : undefined)
  return {
    ref,
    path,
    format: isRecordFile(path) ? 'records' : (formatOf(path) ?? 'text'),
    from,
    fileDigest: granted.fileDigest,
    entry,
    title,
    hints: hintsFor(steering, path),
    persist: bound.get(path)?.persist ?? true,
    get text() {
      return granted.text
    },
    get head() {
      return granted.head
    },
  }
}
