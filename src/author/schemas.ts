import { configFields } from '../model/tables/config-fields.ts'
import { manifestFields } from '../model/tables/manifest-fields.ts'
import { packFields } from '../model/tables/pack-fields.ts'
import { recordFields, type RecordKind } from '../model/tables/run-fields.ts'
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts'

const recordTitles: Readonly<Record<RecordKind, string>> = {
  'context-resolution': 'Agent Knowledge context resolution record',
  'compile-run': 'Agent Knowledge compile run record',
  'source-map': 'Agent Knowledge source map',
  'selection-eval': 'Agent Knowledge selection suite',
}

export const packSchema = (): JsonSchema =>
  jsonSchemaOf(packFields, { draft: '2020-12', title: 'Agent Knowledge pack: frontmatter of KNOWLEDGE.md' })

/** Draft-07 (KCP §7.1). */
export const manifestSchema = (): JsonSchema =>
  jsonSchemaOf(manifestFields, { draft: 'draft-07', title: 'KCP manifest: knowledge.yaml', specification: 'KCP' })

export const recordSchema = (kind: RecordKind): JsonSchema =>
  jsonSchemaOf(recordFields[kind], { draft: '2020-12', title: recordTitles[kind], closed: true })

export const configSchema = (): JsonSchema =>
  jsonSchemaOf(configFields, { draft: '2020-12', title: 'lorefence configuration: lorefence.yaml', closed: true })
