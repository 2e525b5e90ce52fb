import type { FieldTable, Shape } from './fields.ts'
import {
  activationModes, claimStatuses, groundings, packProfiles, packStatuses, packTrusts, runStatuses, runtimeModes,
} from './vocabulary.ts'

/** The four record kinds of Agent Knowledge. Every object is closed: an unknown field is a violation. */

const word = { type: 'text', nonEmpty: true } as const satisfies Shape
const words = { type: 'list', of: { type: 'text' } } as const satisfies Shape
const noteSeverity = { type: 'choice', of: ['info', 'warning', 'error'], unlisted: 'error' } as const satisfies Shape
const note = {
  type: 'object',
  closed: true,
  fields: {
    severity: { ...noteSeverity, required: true },
    message: { type: 'text', required: true },
    path: { type: 'text' },
  },
} as const satisfies Shape

const contextResolutionFields = {
  run_id: { ...word, required: true, doc: 'Identifier, context-<time>.' },
  query: { ...word, required: true, doc: 'The task that was resolved.' },
  status: { type: 'choice', of: runStatuses, unlisted: 'error', required: true, doc: 'Outcome.' },
  resolver: {
    type: 'object',
    closed: true,
    fields: { tool: { type: 'text' }, version: { type: 'text' }, strategy: { type: 'text' } },
  },
  activated_packs: {
    type: 'list',
    required: true,
    min: 1,
    of: {
      type: 'object',
      closed: true,
      fields: {
        name: { ...word, required: true },
        activation: { type: 'choice', of: activationModes, unlisted: 'error', required: true },
        selected_files: { ...words, required: true },
        status: { type: 'choice', of: packStatuses, unlisted: 'error' },
        trust: { type: 'choice', of: packTrusts, unlisted: 'error' },
        grounding: { type: 'choice', of: groundings, unlisted: 'error' },
        source_anchors: words,
        warnings: { type: 'list', of: note },
        profile: { type: 'choice', of: packProfiles, unlisted: 'error' },
        runtime_mode: { type: 'choice', of: runtimeModes, unlisted: 'error' },
        selected_documents: words,
        selected_splits: words,
        wrapper_order: { type: 'integer' },
        builder_skill: {
          type: 'object',
          closed: true,
          fields: { name: { ...word, required: true }, version: { type: 'text' }, digest: { type: 'text' } },
        },
      },
    },
  },
  missing: words,
  token_estimate: { type: 'integer' },
  wrapper_order: words,
} as const satisfies FieldTable

export const compileRunFields = {
  run_id: { ...word, required: true },
  trigger: {
    type: 'choice', of: ['ingest', 'source-change', 'manual', 'scheduled', 'migration'], unlisted: 'error',
    required: true,
  },
  status: { type: 'choice', of: runStatuses, unlisted: 'error', required: true },
  inputs: {
    type: 'list',
    required: true,
    of: { type: 'object', closed: true, fields: { path: { type: 'text', required: true }, sha256: { type: 'text' } } },
  },
  outputs: {
    type: 'list',
    required: true,
    of: {
      type: 'object',
      closed: true,
      fields: {
        path: { type: 'text', required: true },
        operation: {
          type: 'choice', of: ['created', 'updated', 'deleted', 'unchanged'], unlisted: 'error', required: true,
        },
      },
    },
  },
  compiler: {
    type: 'object',
    closed: true,
    fields: { tool: { type: 'text' }, version: { type: 'text' }, model: { type: 'text' } },
  },
  diagnostics: {
    type: 'list',
    of: {
      type: 'object',
      closed: true,
      fields: {
        severity: { ...noteSeverity, required: true },
        path: { type: 'text', required: true },
        message: { type: 'text', required: true },
      },
    },
  },
  review: { type: 'object', closed: true, fields: { required: { type: 'boolean' }, reason: { type: 'text' } } },
  profile: { type: 'choice', of: packProfiles, unlisted: 'error' },
  runtime_mode: { type: 'choice', of: runtimeModes, unlisted: 'error' },
  primary_document: { type: 'text' },
  builder_skill: {
    type: 'object',
    closed: true,
    fields: {
      name: { ...word, required: true }, version: { type: 'text' }, digest: { type: 'text' }, source: { type: 'text' },
    },
  },
  documents: {
    type: 'list',
    of: {
      type: 'object',
      closed: true,
      fields: {
        path: { type: 'text', required: true },
        role: { type: 'choice', of: ['primary', 'supporting', 'export'], unlisted: 'error' },
        status: { type: 'choice', of: packStatuses, unlisted: 'error' },
        sha256: { type: 'text' },
      },
    },
  },
  chapters: {
    type: 'list',
    of: {
      type: 'object',
      closed: true,
      fields: {
        id: { ...word, required: true },
        title: { ...word, required: true },
        coverage: { type: 'choice', of: ['full', 'partial', 'missing', 'conflict'], unlisted: 'error', required: true },
        document: { type: 'text' },
        path: { type: 'text' },
        tokens: { type: 'integer' },
        source_anchors: words,
        warnings: { type: 'list', of: note },
      },
    },
  },
  quality_issues: words,
  interview_questions: words,
} as const satisfies FieldTable

export const sourceMapFields = {
  claims: {
    type: 'list',
    required: true,
    of: {
      type: 'object',
      closed: true,
      fields: {
        claim_id: { ...word, required: true },
        text: { ...word, required: true },
        status: { type: 'choice', of: claimStatuses, unlisted: 'error', required: true },
        source: {
          type: 'object',
          closed: true,
          required: true,
          fields: { path: { type: 'text', required: true }, anchor: { type: 'text' } },
        },
        compiled_into: words,
        document: { type: 'text' },
        section_id: { type: 'text' },
      },
    },
  },
  document_sections: {
    type: 'list',
    of: {
      type: 'object',
      closed: true,
      fields: {
        document: { type: 'text', required: true },
        section_id: { ...word, required: true },
        title: { ...word, required: true },
        source_anchors: words,
        compiled_into: words,
      },
    },
  },
} as const satisfies FieldTable

export const selectionEvalFields = {
  pack_name: { ...word, required: true },
  cases: {
    type: 'list',
    required: true,
    min: 1,
    of: {
      type: 'object',
      closed: true,
      fields: {
        id: { ...word, required: true },
        prompt: { ...word, required: true },
        expected: { type: 'choice', of: ['select', 'reject', 'warn'], unlisted: 'error', required: true },
        reason: { type: 'text' },
        expected_warnings: words,
      },
    },
  },
} as const satisfies FieldTable

/** The form of discovery suites before `cases` (AK-231); read, never written. */
export const queryEvalFields = {
  pack_name: { type: 'text' },
  queries: {
    type: 'list',
    required: true,
    of: {
      type: 'object',
      fields: { query: { ...word, required: true }, should_select: { type: 'boolean', required: true } },
    },
  },
} as const satisfies FieldTable

export const recordKinds = ['context-resolution', 'compile-run', 'source-map', 'selection-eval'] as const
export type RecordKind = (typeof recordKinds)[number]

export const recordFields = {
  'context-resolution': contextResolutionFields,
  'compile-run': compileRunFields,
  'source-map': sourceMapFields,
  'selection-eval': selectionEvalFields,
} as const satisfies { readonly [K in RecordKind]: FieldTable }
