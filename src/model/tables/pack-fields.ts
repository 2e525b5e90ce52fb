import type { FieldTable } from './fields.ts'
import {
  groundings, packProfiles, packStatuses, packTrusts, packTypes, producerKinds, runtimeModes,
} from './vocabulary.ts'

/** Frontmatter of `KNOWLEDGE.md`, Agent Knowledge v0.5 to v0.7.2. */
export const packFields = {
  name: {
    type: 'text', required: true, names: 'pack',
    doc: 'Stable selection key: 1–64 lowercase letters, digits and hyphens; matches the folder.',
    pattern: '^[a-z0-9-]{1,64}$', maxLength: 64,
  },
  description: { type: 'text', required: true,
    doc: 'What is inside, when to use it, and its boundaries.', maxLength: 1024, nonEmpty: true },
  type: { type: 'choice', of: packTypes, orPrefix: 'custom:', unlisted: 'error', required: true,
    doc: 'Domain type, or custom:<namespace>.' },
  status: { type: 'choice', of: packStatuses, unlisted: 'error', required: true, doc: 'Loading gate.' },
  profile: { type: 'choice', of: packProfiles, unlisted: 'error',
    doc: 'Which layer is the primary fact source.', default: 'wiki-first' },
  version: { type: 'text', asWritten: true, doc: "The pack's own version; semver preferred." },
  language: { type: 'text', doc: 'Language tag such as en, zh-CN or ja.' },
  license: { type: 'text', names: 'file', doc: 'Licence name, or a file bundled with the pack.' },
  maintainers: { type: 'list', of: { type: 'text' }, orSingle: true, doc: 'People or teams.' },
  scope: { type: 'text', as: 'ownership',
    doc: 'Free ownership label: workspace, customer, product, domain, personal.' },
  trust: { type: 'choice', of: packTrusts, unlisted: 'error',
    doc: 'Trust that the pack declares; only a grant passes a gate.' },
  updated: { type: 'date', doc: 'Last change, YYYY-MM-DD.' },
  grounding: { type: 'choice', of: groundings, unlisted: 'error', doc: 'How strictly answers must cite.' },
  runtime: {
    type: 'object',
    doc: 'Runtime behaviour.',
    fields: {
      mode: { type: 'choice', of: runtimeModes, unlisted: 'error',
        doc: 'data, or persona for voice and boundaries.', default: 'data' },
    },
  },
  metadata: {
    type: 'object',
    doc: 'Primary files and provenance; other keys are client-private and should be namespaced.',
    fields: {
      primaryDocument: { type: 'text', names: 'file', doc: 'Preferred document, relative to the pack root.' },
      primaryOntology: { type: 'text', names: 'file', doc: 'Ontology manifest, relative to the pack root.' },
      primaryAnswers: { type: 'text', names: 'file', doc: 'Answer map, relative to the pack root.' },
      producedBy: {
        type: 'object',
        doc: 'Builder provenance; recorded, never run.',
        fields: {
          kind: { type: 'choice', of: producerKinds, doc: 'What made the pack.' },
          name: { type: 'text', doc: 'Name of the producer.' },
          version: { type: 'text', asWritten: true, doc: 'Version of the producer.' },
          digest: { type: 'text', doc: 'sha256:<64 hex digits> of the producer.' },
        },
      },
    },
  },
  compatibility: { type: 'text', maxLength: 499, misfit: 'warning',
    doc: 'Notes on compatible clients; shown, never evaluated.' },
} as const satisfies FieldTable
