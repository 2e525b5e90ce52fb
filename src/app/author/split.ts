import { gateFindings, type CompileFinding } from '../../author/compile/gates.ts'
import { sourceMapPath, type SectionRow } from '../../author/compile/source-map-text.ts'
import { splitPack } from '../../author/compile/split-pack.ts'
import { sourceMapOf } from '../../validate/pack-facts/pack-source-map.ts'
import { openAuthoredPack, type AuthoredPack, type AuthorPorts } from './authored-pack.ts'
import { findingsIn, makeOutputs, type MadeOutputs, type MakeOptions } from './make-outputs.ts'

/** Splits the documents of a pack by topic (AK-320 to AK-325). */
export function splitDocuments(ports: AuthorPorts, root: string, options: MakeOptions): MadeOutputs {
  const authored = openAuthoredPack(ports.files, root)
  const documents = authored.folder.files.filter((path) => path.startsWith('documents/'))
  const secrets = secretsIn(authored, documents)
  const excluded = new Set(secrets.map(({ diagnostic }) => diagnostic.where.file))
  const inputs = documents.filter((path) => !excluded.has(path))
  const { outputs, sections, omitted } = splitPack(authored.folder, inputs)
  return makeOutputs(
    ports,
    authored,
    {
      by: 'split',
      outputs,
      map: { document_sections: [...sections, ...keptSections(authored, excluded)] },
      inputs,
      omitted: [...omitted, ...[...excluded].map((path) => ({ path, reason: secretInside }))],
      untraceable: [],
      excluded,
      gates: secrets,
    },
    options,
  )
}

export const secretInside = 'It contains a possible secret; "lorefence validate" shows where.'

/** A document with a secret is not copied. */
export function secretsIn(authored: AuthoredPack, paths: readonly string[]): readonly CompileFinding[] {
  const wanted = new Set(paths)
  return gateFindings(findingsIn(authored, authored.folder), (path) => wanted.has(path)).filter(
    ({ gate }) => gate === 'secrets',
  )
}

/** Rows of documents that are excluded from this run. */
function keptSections({ folder }: AuthoredPack, excluded: ReadonlySet<string>): readonly SectionRow[] {
  const value = folder.hasFile(sourceMapPath) ? sourceMapOf(folder)?.file.tree?.value : undefined
  const rows = (value as { readonly document_sections?: readonly SectionRow[] } | undefined)?.document_sections ?? []
  return Array.isArray(rows) ? rows.filter(({ document }) => excluded.has(document)) : []
}
