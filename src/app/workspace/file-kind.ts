import { formatOf } from '../../formats/format-of.ts'
import type { WorkspaceFileKind } from '../../model/workspace.ts'

const configurationEndings = /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|properties|xml|tf|hcl|env|editorconfig)$/i
const codeFormats = new Set(['code', 'notebook'])
const configurationFormats = new Set(['json', 'yaml'])

/** Lock files, bundles, drawings and signatures: text that nobody writes or looks for. */
const generated =
  /^(?:go\.sum|npm-shrinkwrap\.json)$|[.-]lock(?:\.(?:json|ya?ml))?$|\.(?:map|snap|svg|sig|minisig|sigstore|log|lockb|min\.(?:js|css|mjs))$/i

export const isGenerated = (name: string): boolean => generated.test(name)

/** By the name of a file; `undefined` when it is not text. */
export function kindOfFile(name: string): WorkspaceFileKind | undefined {
  const format = formatOf(name)
  if (format === undefined) return undefined
  if (format === 'pdf') return 'pdf'
  if (configurationFormats.has(format) || (format === 'code' && configurationEndings.test(name))) return 'configuration'
  return codeFormats.has(format) ? 'code' : 'document'
}
