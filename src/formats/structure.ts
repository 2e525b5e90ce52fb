import type { Section } from '../text/markdown/sections.ts'

export type { Section } from '../text/markdown/sections.ts'

/**
 * `openapi` is OpenAPI and JSON Schema, `records` a JSON file of records, `vtt` is WebVTT and SRT, `pdf` the text of a
 * PDF.
 */
export type TextFormat =
  | 'markdown'
  | 'mdx'
  | 'rst'
  | 'asciidoc'
  | 'html'
  | 'text'
  | 'code'
  | 'json'
  | 'yaml'
  | 'openapi'
  | 'records'
  | 'csv'
  | 'notebook'
  | 'vtt'
  | 'pdf'

export type TextUnitKind = 'sentence' | 'item' | 'head' | 'row' | 'code'

/** The smallest span that is quoted whole: `text.slice(start, end)`. */
export interface TextUnit {
  readonly kind: TextUnitKind
  /** UTF-16 offsets of the file's text, end exclusive. */
  readonly start: number
  readonly end: number
  /** Index, among the units, of the table head that a row is read with. */
  readonly head?: number
  /** The same number for all units of one list, one table or one code block that was cut. */
  readonly group?: number
}

/** Sections tile the text; each unit is in one of them, and units do not overlap. */
export interface Structure {
  readonly sections: readonly Section[]
  readonly units: readonly TextUnit[]
}
