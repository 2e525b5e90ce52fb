import { resolve } from 'node:path'
import { given, packSummary, type PackSummary } from '../../catalog/pack-summary.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { PackHead } from '../../model/documents/pack.ts'
import type { Files } from '../../model/ports.ts'
import { packFields } from '../../model/tables/pack-fields.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { readPack } from '../../parse/pack/pack.ts'
import { writtenValues } from '../../parse/pack/written-values.ts'
import { fileName } from '../../text/paths/paths.ts'
import { openFolder } from '../../validate/folder.ts'
import { inspectPack, type PackInspection } from '../../validate/inspect/inspect.ts'
import { validatePack } from '../../validate/validate.ts'

/** The metadata of a pack, without its body. */
interface PackDescription {
  /** Absolute folder and entry file. */
  readonly packRoot: string
  readonly location: string
  readonly head: PackHead
  /** The frontmatter under its written names, unknown fields included. */
  readonly properties: Readonly<Record<string, unknown>>
  /** Of the frontmatter and the guide; places are relative to the pack. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Describes the pack in a folder, or of a KNOWLEDGE.md; `undefined` when there is none. */
export function describePack(
  files: Files,
  path: string,
  { cwd }: { readonly cwd: string },
): PackDescription | undefined {
  const named = resolve(cwd, path)
  const packRoot = fileName(named) === 'KNOWLEDGE.md' && files.kindOf(named) !== 'folder' ? resolve(named, '..') : named
  const location = resolve(packRoot, 'KNOWLEDGE.md')
  if (files.kindOf(location) === undefined) return undefined
  const read = files.read(packRoot, 'KNOWLEDGE.md', { limit: limits.contentBytes })
  if (!read.ok) {
    const code = read.trouble === 'too-large' ? 'AK106' : 'AK107'
    return {
      packRoot,
      location,
      head: {},
      properties: {},
      diagnostics: diagnose([{ code, message: read.detail }], { file: 'KNOWLEDGE.md', text: '' }),
    }
  }
  const { head = {}, raw, tree } = readPack(read.bytes, 'KNOWLEDGE.md')
  const { diagnostics } = validatePack(read.bytes, { file: 'KNOWLEDGE.md', folderName: fileName(packRoot) })
  return {
    packRoot,
    location,
    head,
    properties: raw && tree ? writtenValues(packFields, raw, tree.numbers) : {},
    diagnostics,
  }
}

/** The contents of the folder of a pack; `describePack` does not read them. */
export function inspectPackFolder(files: Files, { packRoot, head }: PackDescription): PackInspection {
  return inspectPack({ head }, openFolder(files, packRoot))
}

/** The minimum record of a pack that clients store (AK-088). */
interface CatalogMetadata extends PackSummary {
  /** As the pack claims; only a grant counts. */
  readonly trust?: string
  readonly scope?: string
  readonly location: string
  readonly packRoot: string
  /** One line each, in the form of the standard. */
  readonly diagnostics: readonly string[]
}

export function catalogMetadata({ head, location, packRoot, diagnostics }: PackDescription): CatalogMetadata {
  return {
    ...packSummary(head),
    ...given({ trust: head.trust, scope: head.ownership }),
    location,
    packRoot,
    diagnostics: diagnostics.map(lineOf),
  }
}

const lineOf = ({ severity, code, where: { file, range }, message }: Diagnostic): string =>
  `${severity} ${code} ${file}${range ? `:${range.start.line}` : ''}: ${message}`
