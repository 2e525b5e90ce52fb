import { configFields } from '../../model/tables/config-fields.ts'
import { manifestFields } from '../../model/tables/manifest-fields.ts'
import { packFields } from '../../model/tables/pack-fields.ts'
import { questionFields } from '../../model/tables/question-fields.ts'
import { recordFields, type RecordKind } from '../../model/tables/run-fields.ts'
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
export function manifestSchema(): JsonSchema {
  const schema = jsonSchemaOf(manifestFields, {
    draft: 'draft-07',
    title: 'KCP manifest: knowledge.yaml',
    specification: 'KCP',
  })
  const properties = schema['properties'] as Record<string, JsonSchema>
  const { items, ...units } = properties['units'] as JsonSchema & { readonly items: JsonSchema }
  return { ...schema, properties: { ...properties, units: { ...units, items: { ...items, ...grantConditions } } } }
}

/** KCP §4.3c: `load_eligible` only on a skill or playbook, and granted only with a scope. */
const grantConditions: JsonSchema = {
  allOf: [
    {
      if: { required: ['load_eligible'] },
      then: {
        required: ['kind'],
        properties: { kind: { pattern: '^(?:[sS][kK][iI][lL][lL]|[pP][lL][aA][yY][bB][oO][oO][kK])$' } },
      },
    },
    {
      if: { required: ['load_eligible'], properties: { load_eligible: { const: true } } },
      then: { required: ['action_scope'], properties: { action_scope: { type: 'object' } } },
    },
  ],
}

export const recordSchema = (kind: RecordKind): JsonSchema =>
  jsonSchemaOf(recordFields[kind], { draft: '2020-12', title: recordTitles[kind], closed: true })

export const configSchema = (): JsonSchema =>
  jsonSchemaOf(configFields, { draft: '2020-12', title: 'lorefence configuration: lorefence.yaml', closed: true })

export const questionsSchema = (): JsonSchema =>
  jsonSchemaOf(questionFields, { draft: '2020-12', title: 'lorefence check: .lorefence/questions.yaml', closed: true })
