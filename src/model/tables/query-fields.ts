import type { FieldTable } from './fields.ts'
import { audiences, breadths, sensitivities } from './vocabulary.ts'

export const federationScopes = ['local', 'declared'] as const

/** A query request: KCP §15.2, then our additions. */
export const queryFields = {
  terms: { type: 'list', of: { type: 'text', maxLength: 1000 }, orSingle: 'silent', maxItems: 100,
    section: '§15.2', doc: 'Search terms; each may contain spaces.' },
  audience: { type: 'choice', of: audiences, unlisted: 'silent',
    section: '§15.2', doc: 'Only units for this audience.' },
  scope: { type: 'choice', as: 'breadth', of: breadths, unlisted: 'silent',
    section: '§15.2', doc: 'Only units of this scope.' },
  sensitivity_max: { type: 'choice', of: sensitivities, section: '§15.2', doc: 'Only units up to this sensitivity.' },
  max_token_budget: { type: 'integer', min: 0, section: '§15.5', doc: 'Most tokens of all results together.' },
  include_summaries: { type: 'boolean',
    section: '§15.5', doc: 'Return the summary of a unit that exceeds the budget.', default: true },
  exclude_deprecated: { type: 'boolean', section: '§15.2', doc: 'Omit deprecated units.', default: true },
  has_capabilities: { type: 'list', of: { type: 'text' }, orSingle: 'silent',
    section: '§15.6', doc: 'What the agent can do; units that require more are omitted.' },
  exclude_stale: { type: 'boolean', section: '§15.7', doc: 'Omit stale units.', default: false },
  federation_scope: { type: 'choice', of: federationScopes, unlisted: 'silent',
    section: '§15.8', doc: 'Include the manifests that a manifest declares.', default: 'local' },
  limit: { type: 'integer', min: 0, section: '§15.4', doc: 'Most results.', default: 5 },
  agent_role: { type: 'text', nonEmpty: true, section: '§4.16', doc: 'Match visibility conditions as this role.' },
  environment: { type: 'text', nonEmpty: true,
    section: '§4.16', doc: 'Match visibility conditions in this environment.' },
  as_of: { type: 'date', section: '§15.13', doc: 'The day that counts as today, YYYY-MM-DD.' },
  include_all_temporal: { type: 'boolean',
    section: '§15.13', doc: 'List units outside their period of validity too, marked.', default: false },
  unknown_sensitivity: { type: 'choice', of: ['include', 'exclude'],
    section: '§4.12', doc: 'What a ceiling does with a unit that declares no sensitivity.', default: 'include' },
} as const satisfies FieldTable
