import type { RecordKind } from '../../src/model/tables/run-fields.ts'

/**
 * The four record schemas, written from the field tables of the requirements (§1.28) and not from our own tables, so
 * that a mistake in one does not hide the same mistake in the other.
 */
const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text }
const whole = { type: 'integer' }
const listOf = (items: object, more: object = {}): object => ({ type: 'array', items, ...more })
const oneOf = (...words: readonly string[]): object => ({ type: 'string', enum: words })
const closed = (properties: Readonly<Record<string, object>>, ...required: readonly string[]): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})

const runStatus = oneOf('passed', 'needs-review', 'stale', 'disputed', 'failed')
const packStatus = oneOf('draft', 'ready', 'needs-review', 'stale', 'disputed', 'archived')
const profile = oneOf('document-first', 'wiki-first', 'hybrid')
const mode = oneOf('data', 'persona')
const severity = oneOf('info', 'warning', 'error')
const warnings = listOf(closed({ severity, message: text, path: text }, 'severity', 'message'))

const activatedPack = closed(
  {
    name: filled,
    activation: oneOf('explicit', 'implicit', 'resolver-driven'),
    selected_files: texts,
    status: packStatus,
    trust: oneOf('unreviewed', 'user-confirmed', 'official', 'external'),
    grounding: oneOf('none', 'recommended', 'required'),
    source_anchors: texts,
    warnings,
    profile,
    runtime_mode: mode,
    selected_documents: texts,
    selected_splits: texts,
    wrapper_order: whole,
    builder_skill: closed({ name: filled, version: text, digest: text }, 'name'),
  },
  'name',
  'activation',
  'selected_files',
)

const chapter = closed(
  {
    id: filled,
    title: filled,
    coverage: oneOf('full', 'partial', 'missing', 'conflict'),
    document: text,
    path: text,
    tokens: whole,
    source_anchors: texts,
    warnings,
  },
  'id',
  'title',
  'coverage',
)

export const recordSchemas: Readonly<Record<RecordKind, object>> = {
  'context-resolution': closed(
    {
      run_id: filled,
      query: filled,
      status: runStatus,
      resolver: closed({ tool: text, version: text, strategy: text }),
      activated_packs: listOf(activatedPack, { minItems: 1 }),
      missing: texts,
      token_estimate: whole,
      wrapper_order: texts,
    },
    'run_id',
    'query',
    'status',
    'activated_packs',
  ),
  'compile-run': closed(
    {
      run_id: filled,
      trigger: oneOf('ingest', 'source-change', 'manual', 'scheduled', 'migration'),
      status: runStatus,
      inputs: listOf(closed({ path: text, sha256: text }, 'path')),
      outputs: listOf(
        closed({ path: text, operation: oneOf('created', 'updated', 'deleted', 'unchanged') }, 'path', 'operation'),
      ),
      compiler: closed({ tool: text, version: text, model: text }),
      diagnostics: listOf(closed({ severity, path: text, message: text }, 'severity', 'path', 'message')),
      review: closed({ required: { type: 'boolean' }, reason: text }),
      profile,
      runtime_mode: mode,
      primary_document: text,
      builder_skill: closed({ name: filled, version: text, digest: text, source: text }, 'name'),
      documents: listOf(
        closed(
          { path: text, role: oneOf('primary', 'supporting', 'export'), status: packStatus, sha256: text },
          'path',
        ),
      ),
      chapters: listOf(chapter),
      quality_issues: texts,
      interview_questions: texts,
    },
    'run_id',
    'trigger',
    'status',
    'inputs',
    'outputs',
  ),
  'source-map': closed(
    {
      claims: listOf(
        closed(
          {
            claim_id: filled,
            text: filled,
            status: oneOf('confirmed', 'inferred', 'disputed', 'stale', 'missing', 'source-required'),
            source: closed({ path: text, anchor: text }, 'path'),
            compiled_into: texts,
            document: text,
            section_id: text,
          },
          'claim_id',
          'text',
          'status',
          'source',
        ),
      ),
      document_sections: listOf(
        closed(
          { document: text, section_id: filled, title: filled, source_anchors: texts, compiled_into: texts },
          'document',
          'section_id',
          'title',
        ),
      ),
    },
    'claims',
  ),
  'selection-eval': closed(
    {
      pack_name: filled,
      cases: listOf(
        closed(
          {
            id: filled,
            prompt: filled,
            expected: oneOf('select', 'reject', 'warn'),
            reason: text,
            expected_warnings: texts,
          },
          'id',
          'prompt',
          'expected',
        ),
        { minItems: 1 },
      ),
    },
    'pack_name',
    'cases',
  ),
}
