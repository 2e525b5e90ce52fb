import type { RecordKind } from '../../src/model/tables/run-fields.ts'

type Json = Record<string, unknown>

const note = { severity: 'warning', message: 'The battery figure is from last year.', path: 'compiled/facts.md' }

/** One record of each kind with every field of its table. */
export const fullRecords: Readonly<Record<RecordKind, Json>> = {
  'context-resolution': {
    run_id: 'context-2026-05-06T09-10-00Z',
    query: 'How long does the kiosk battery last?',
    status: 'passed',
    resolver: { tool: 'lorefence', version: '0.1.0', strategy: 'ranked' },
    activated_packs: [
      {
        name: 'kiosk-voice',
        activation: 'implicit',
        selected_files: [],
        status: 'ready',
        trust: 'user-confirmed',
        grounding: 'none',
        profile: 'hybrid',
        runtime_mode: 'persona',
        wrapper_order: 1,
      },
      {
        name: 'kiosk-brief',
        activation: 'explicit',
        selected_files: ['compiled/facts.md'],
        status: 'needs-review',
        trust: 'official',
        grounding: 'required',
        source_anchors: ['sources/sheet.md#L3'],
        warnings: [note],
        profile: 'document-first',
        runtime_mode: 'data',
        selected_documents: ['documents/kiosk.md'],
        selected_splits: ['compiled/splits/kiosk/003.md'],
        wrapper_order: 2,
        builder_skill: { name: 'kiosk-writer', version: '1.2.0', digest: 'sha256:00' },
      },
    ],
    missing: ['The price is not declared.'],
    token_estimate: 412,
    wrapper_order: ['kiosk-voice', 'kiosk-brief'],
  },
  'compile-run': {
    run_id: 'compile-20260507T100000Z',
    trigger: 'source-change',
    status: 'needs-review',
    inputs: [{ path: 'sources/sheet.md', sha256: '00' }],
    outputs: [
      { path: 'compiled/facts.md', operation: 'updated' },
      { path: 'compiled/old.md', operation: 'deleted' },
    ],
    compiler: { tool: 'lorefence', version: '0.1.0', model: 'none' },
    diagnostics: [{ severity: 'info', path: 'compiled/facts.md', message: 'Two facts were merged.' }],
    review: { required: true, reason: 'The warranty changed.' },
    profile: 'document-first',
    runtime_mode: 'data',
    primary_document: 'documents/kiosk.md',
    builder_skill: { name: 'kiosk-writer', version: '1.2.0', digest: 'sha256:00', source: 'skills/kiosk-writer' },
    documents: [{ path: 'documents/kiosk.md', role: 'primary', status: 'ready', sha256: '00' }],
    chapters: [
      {
        id: 'battery',
        title: 'Battery',
        coverage: 'full',
        document: 'documents/kiosk.md',
        path: 'compiled/splits/kiosk/003.md',
        tokens: 120,
        source_anchors: ['sources/sheet.md#L3'],
        warnings: [note],
      },
    ],
    quality_issues: ['The price is missing.'],
    interview_questions: ['Who approves prices?'],
  },
  'source-map': {
    claims: [
      {
        claim_id: 'battery',
        text: 'The battery lasts nine hours.',
        status: 'confirmed',
        source: { path: 'sources/sheet.md', anchor: 'L3' },
        compiled_into: ['compiled/facts.md'],
        document: 'documents/kiosk.md',
        section_id: 'battery',
      },
      {
        claim_id: 'price',
        text: 'The price is on request.',
        status: 'source-required',
        source: { path: 'sources/mail.md' },
      },
    ],
    document_sections: [
      {
        document: 'documents/kiosk.md',
        section_id: 'battery',
        title: 'Battery',
        source_anchors: ['sources/sheet.md#L3'],
        compiled_into: ['compiled/splits/kiosk/003.md'],
      },
    ],
  },
  'selection-eval': {
    pack_name: 'kiosk-brief',
    cases: [
      { id: 'battery', prompt: 'How long does the battery last?', expected: 'select', reason: 'It is in the facts.' },
      { id: 'email', prompt: 'Polish this email.', expected: 'reject' },
      { id: 'price', prompt: 'Quote a price.', expected: 'warn', expected_warnings: ['pricing'] },
    ],
  },
}

/** A copy in which the value at a path is replaced; `undefined` removes it. */
export function withValue(record: Json, path: readonly (string | number)[], value: unknown): Json {
  const copy = structuredClone(record)
  let container = copy as Record<string | number, unknown>
  for (const part of path.slice(0, -1)) container = container[part] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  if (value === undefined) delete container[last]
  else container[last] = value
  return copy
}
