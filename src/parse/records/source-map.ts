import type { ReadOf } from '../../model/tables/fields.ts'
import { sourceMapFields } from '../../model/tables/run-fields.ts'
import { reference, type AnchorReference } from '../../text/facts/anchors.ts'
import { isObject, readFields } from '../read-fields.ts'
import { WrittenNumbers } from '../yaml/tree.ts'

const claimFields = sourceMapFields.claims.of.fields
const sectionFields = sourceMapFields.document_sections.of.fields

/** A claim of the source map; a value that is missing or of the wrong type is absent. */
export interface MappedClaim extends Omit<ReadOf<typeof claimFields>, 'source'> {
  /** Position in the list `claims`. */
  readonly index: number
  readonly path: string | undefined
  readonly anchor: string | undefined
  /** Path and anchor in one; absent when there is no path or the anchor cannot be read. */
  readonly reference: AnchorReference | undefined
}

interface MappedSection extends ReadOf<typeof sectionFields> {
  /** Position in the list `document_sections`. */
  readonly index: number
}

export interface SourceMap {
  readonly claims: readonly MappedClaim[]
  readonly sections: readonly MappedSection[]
}

/** Reads what can be read of a source map; `checkRecord` reports its errors. */
export function readSourceMap(value: unknown): SourceMap {
  const raw = isObject(value) ? value : {}
  const numbers = new WrittenNumbers()
  return {
    claims: objectsOf(raw['claims']).map(({ item, index }) => {
      const { source, ...claim } = readFields(claimFields, item, numbers)
      const from = reference(source?.path ?? '', source?.anchor)
      return { ...claim, index, path: source?.path, anchor: source?.anchor, reference: from }
    }),
    sections: objectsOf(raw['document_sections']).map(({ item, index }) => ({
      ...readFields(sectionFields, item, numbers),
      index,
    })),
  }
}

function objectsOf(list: unknown): readonly { readonly item: Record<string, unknown>; readonly index: number }[] {
  return Array.isArray(list) ? list.flatMap((item: unknown, index) => (isObject(item) ? [{ item, index }] : [])) : []
}
