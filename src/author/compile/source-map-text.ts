import { isObject } from '../../parse/read-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'

/** A row of `document_sections`. */
export interface SectionRow {
  readonly document: string
  readonly section_id: string
  readonly title: string
  readonly source_anchors: readonly string[]
  readonly compiled_into: readonly string[]
}

/** A row of `claims`. */
export interface ClaimRow {
  readonly claim_id: string
  readonly text: string
  readonly status: string
  readonly source: { readonly path: string; readonly anchor?: string }
  readonly compiled_into: readonly string[]
  readonly document?: string
  readonly section_id?: string
}

export const sourceMapPath = 'indexes/source-map.json'

export interface SourceMapParts {
  readonly claims?: readonly unknown[]
  readonly document_sections?: readonly unknown[]
}

/** The source map with new parts; the other part stays as it is in the existing text. */
export function sourceMapText(existing: string | undefined, parts: SourceMapParts): string | undefined {
  const value = existing === undefined ? undefined : parseJson(existing).tree?.value
  const old: Readonly<Record<string, unknown>> = isObject(value) ? value : {}
  const rows = (name: keyof SourceMapParts): readonly unknown[] => {
    const own = old[name]
    return parts[name] ?? (Array.isArray(own) ? (own as readonly unknown[]) : [])
  }
  const [claims, sections] = [rows('claims'), rows('document_sections')]
  if (claims.length + sections.length === 0 && existing === undefined) return undefined
  return `${JSON.stringify({ claims, ...(sections.length > 0 ? { document_sections: sections } : {}) }, null, 2)}\n`
}
