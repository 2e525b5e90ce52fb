import type { FieldTable } from './fields.ts'
import {
  accessLevels, artifactKinds, audiences, breadths, contentFormats, contentStructures, densities, estimateMethods,
  failureActions, hashAlgorithms, loadStrategies, priorities, sensitivities, structureDensities, updateFrequencies,
} from './vocabulary.ts'
import {
  authFields, authorityShape, complianceFields, delegationFields, discoveryFields, freshnessFields, indexingShape,
  licenseShape, paymentFields, rateLimitFields, temporalFields, visibilityFields,
} from './block-fields.ts'

const hintFields = {
  token_estimate: { type: 'integer', min: 0, doc: 'Approximate token count.' },
  token_estimate_method: { type: 'choice', of: estimateMethods,
    doc: 'How the estimate was made.', default: 'estimated' },
  size_bytes: { type: 'integer', min: 0, doc: 'File size in bytes.' },
  load_strategy: { type: 'choice', of: loadStrategies, doc: 'When to load.', default: 'lazy' },
  priority: { type: 'choice', of: priorities, doc: 'What to evict last.', default: 'supplementary' },
  density: { type: 'choice', of: densities, doc: 'Information per token.', default: 'standard' },
  summary_available: { type: 'boolean', doc: 'A shorter unit exists.' },
  summary_unit: { type: 'text', names: 'unit', doc: 'Id of the shorter unit.' },
  summary_of: { type: 'text', names: 'unit', doc: 'Id of the unit this one summarises.' },
  partial_load_supported: { type: 'boolean', doc: 'Range requests work.', default: false },
  chunked: { type: 'boolean', doc: 'Split into chunks.' },
  chunk_count: { type: 'integer', min: 0, doc: 'Number of chunks.' },
  chunk_of: { type: 'text', names: 'unit', doc: 'Id of the parent unit.' },
  chunk_index: { type: 'integer', min: 1, doc: 'Position from 1.' },
  total_chunks: { type: 'integer', min: 0, doc: 'Number of chunks of the parent.' },
  chunk_topic: { type: 'text', doc: 'What this chunk covers.' },
} as const satisfies FieldTable

const contentHashFields = {
  algorithm: { type: 'choice', of: hashAlgorithms, unlisted: 'error', doc: 'Hash function.', default: 'sha256' },
  value: { type: 'text', pattern: '^[0-9a-fA-F]*$', misfit: 'warning',
    doc: 'Hexadecimal digest; of a folder, over its files.' },
} as const satisfies FieldTable

const externalDependencyFields = {
  manifest: { type: 'text', required: true, names: 'manifest', doc: 'Id of an entry in manifests.' },
  unit: { type: 'text', required: true, names: 'unit', doc: 'Unit id in that manifest.' },
  on_failure: { type: 'choice', of: failureActions, doc: 'When it cannot be resolved.', default: 'skip' },
} as const satisfies FieldTable

const contentStructureFields = {
  primary: { type: 'choice', of: contentStructures, doc: 'Main form of the content.' },
  contains: { type: 'list', of: { type: 'choice', of: contentStructures }, orSingle: true, doc: 'Forms that occur.' },
  density: { type: 'choice', of: structureDensities, doc: 'Facts per page.' },
} as const satisfies FieldTable

/** KCP §14, as far as a pattern can express it; the validator also finds a path that goes up later. */
const insideFolder = [
  '^(?=[\\s\\S]*\\S)', // not blank
  '(?:[hH][tT][tT][pP][sS]://[^/\\s]|', // https is the only scheme
  '(?![/\\\\]|[a-zA-Z][a-zA-Z0-9+.-]*:', // not absolute, no drive
  '|\\.\\.(?:[/\\\\]|$)|[\\s\\S]*%(?:2[eEfF]|5[cC]|00)))', // not upwards, nothing percent-encoded
].join('')

/** A unit of `knowledge.yaml`, KCP §4. */
export const unitFields = {
  id: {
    type: 'text', required: true, section: '§4.2', doc: 'Unique id: lowercase letters, digits, hyphens, dots.',
    pattern: '^[a-z0-9.\\-]+$', misfit: 'warning',
  },
  path: {
    type: 'text', required: true, section: '§4.3', names: 'file',
    doc: 'Content file, relative to the manifest, with forward slashes.', pattern: insideFolder,
  },
  kind: { type: 'choice', as: 'artifact', of: artifactKinds, kept: true, anySpelling: true,
    section: '§4.3a', doc: 'Type of artifact.', default: 'knowledge' },
  load_eligible: { type: 'boolean', grants: true,
    section: '§4.3c', doc: 'A skill or playbook may be loaded as context.' },
  action_scope: { type: 'any',
    section: '§4.3a', doc: 'What a skill or playbook may touch; passed on as written, never enacted.' },
  charter: { type: 'any', section: '§4.3d', doc: 'Declared by the author; grants nothing.' },
  intent: { type: 'text', required: true, section: '§4.4', doc: 'One sentence: the question this unit answers.' },
  format: { type: 'choice', of: contentFormats, section: '§4.4a', doc: 'Content format.' },
  content_type: { type: 'text', section: '§4.4b', doc: 'MIME type; wins over format.' },
  language: { type: 'text', section: '§4.4c', doc: 'BCP 47 language tag.' },
  scope: { type: 'choice', as: 'breadth', of: breadths, unlisted: 'error', kept: true,
    section: '§4.5', doc: 'Breadth of applicability.', default: 'global' },
  audience: { type: 'list', of: { type: 'choice', of: audiences, kept: true }, orSingle: true,
    section: '§4.6', doc: 'Who this unit is for.' },
  license: { ...licenseShape, section: '§4.6a', doc: 'Licence of the content.' },
  validated: { type: 'date', section: '§4.1.1', doc: 'When a person last confirmed the content, YYYY-MM-DD.' },
  update_frequency: { type: 'choice', of: updateFrequencies, section: '§4.6b', doc: 'How often the content changes.' },
  indexing: { ...indexingShape, section: '§4.6c', doc: 'Indexing and reproduction permissions.' },
  depends_on: { type: 'list', of: { type: 'text' }, orSingle: true,
    section: '§4.7', names: 'unit', doc: 'Units to load first.' },
  supersedes: { type: 'text', section: '§4.8', names: 'unit', doc: 'Unit this one replaces.' },
  triggers: {
    type: 'list', of: { type: 'text', asWritten: true, maxLength: 60, misfit: 'warning' }, orSingle: true, maxItems: 20,
    section: '§4.9', doc: 'Words that make this unit relevant.',
  },
  hints: { type: 'object', fields: hintFields, section: '§4.10', doc: 'Context window hints.' },
  access: { type: 'choice', of: accessLevels, anySpelling: true,
    section: '§4.11', doc: 'Credential needed.', default: 'public' },
  auth: { type: 'object', fields: authFields,
    section: '§3.3', doc: 'How to authenticate for this unit; replaces the root block.' },
  auth_scope: { type: 'text', section: '§4.11', doc: 'Scope or role needed for restricted access.' },
  sensitivity: { type: 'choice', of: sensitivities, anySpelling: true,
    section: '§4.12', doc: 'Information classification.' },
  deprecated: { type: 'boolean', section: '§4.13', doc: 'Present, but not for new work.', default: false },
  payment: { type: 'object', fields: paymentFields, section: '§4.14', doc: 'Monetisation tier.' },
  rate_limits: { type: 'object', fields: rateLimitFields, section: '§4.15', doc: 'Request limits.' },
  requires_capabilities: { type: 'list', of: { type: 'text' }, orSingle: true,
    section: '§3.7', doc: 'Capabilities the agent should have.' },
  freshness_policy: { type: 'object', fields: freshnessFields, section: '§3.7', doc: 'Staleness policy.' },
  delegation: { type: 'object', fields: delegationFields, section: '§3.4', doc: 'May only tighten the root block.' },
  compliance: { type: 'object', fields: complianceFields, section: '§3.5', doc: 'Overrides the root block.' },
  external_depends_on: { type: 'list', of: { type: 'object', fields: externalDependencyFields },
    section: '§3.6', doc: 'Units of other manifests.' },
  visibility: { type: 'object', fields: visibilityFields, section: '§4.16', doc: 'Conditional access.' },
  authority: { ...authorityShape, section: '§4.17', doc: 'Action permissions.' },
  discovery: { type: 'object', as: 'verification', fields: discoveryFields,
    section: '§4.18', doc: 'How and how surely the unit was discovered.' },
  temporal: { type: 'object', fields: temporalFields, section: '§4.22', doc: 'When the unit holds.' },
  not_for: { type: 'list', of: { type: 'text' }, orSingle: 'silent',
    section: '§4.20', doc: 'What this unit is not meant to answer.' },
  not_for_strict: { type: 'boolean',
    section: '§4.20', doc: 'A query that matches not_for leaves this unit out.', default: false },
  aliases: { type: 'list', of: { type: 'text', pattern: '^[a-z0-9][a-z0-9._-]*$', misfit: 'warning' }, orSingle: true,
    section: '§4.2a', doc: 'Other ids by which this unit is found.' },
  content_hash: { type: 'object', fields: contentHashFields, section: '§4.21', doc: 'Digest of the content.' },
  content_structure: { type: 'object', fields: contentStructureFields, section: '§4.19', doc: 'Form of the content.' },
  size_tokens: { type: 'integer', min: 0, doc: 'Not in the specification; stands in for hints.token_estimate.' },
  bytes: { type: 'integer', min: 0, doc: 'Not in the specification; stands in for hints.size_bytes.' },
} as const satisfies FieldTable
