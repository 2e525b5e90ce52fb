import type { FieldTable, Shape } from './fields.ts'
import {
  actions, approvalMechanisms, authTypes, discoverySources, indexingPermissions, indexingShorthands, paymentMethods,
  paymentTiers, permissions, regulations, restrictions, sensitivities, staleActions, verificationStatuses,
} from './vocabulary.ts'

/** Blocks that may be declared at the root and on a unit. */

const licenseFields = {
  spdx: { type: 'text', doc: 'SPDX identifier.' },
  url: { type: 'text', informs: true, doc: 'URL of the licence text.' },
  attribution_required: { type: 'boolean', doc: 'Cite the source when reproducing.', default: false },
} as const satisfies FieldTable

export const licenseShape = {
  type: 'either',
  of: [{ type: 'text' }, { type: 'object', fields: licenseFields }],
} as const satisfies Shape

const indexingFields = {
  allow: { type: 'list', of: { type: 'choice', of: indexingPermissions, anySpelling: true }, orSingle: true,
    doc: 'Permitted operations.' },
  deny: { type: 'list', of: { type: 'choice', of: indexingPermissions, anySpelling: true }, orSingle: true,
    doc: 'Forbidden operations; deny beats allow.' },
  attribution_required: { type: 'boolean', doc: 'Cite the source.', default: false },
} as const satisfies FieldTable

export const indexingShape = {
  type: 'either',
  of: [{ type: 'choice', of: indexingShorthands, anySpelling: true }, { type: 'object', fields: indexingFields }],
} as const satisfies Shape

const authMethodFields = {
  type: { type: 'choice', of: authTypes, unlisted: 'silent', required: 'advised',
    doc: 'none, oauth2, api_key, bearer_token, spiffe, did or http_signature; others are ignored.' },
  issuer: { type: 'url', doc: 'OAuth 2.1 issuer; HTTPS.' },
  scopes: { type: 'list', of: { type: 'text' }, orSingle: true, doc: 'OAuth scopes to request.' },
  header: { type: 'text', doc: 'HTTP header that carries the API key.' },
  registration_url: { type: 'text', informs: true, doc: 'Where to register for credentials.' },
  trust_domain: { type: 'text', doc: 'SPIFFE trust domain.' },
} as const satisfies FieldTable

export const authFields = {
  methods: { type: 'list', of: { type: 'object', fields: authMethodFields }, doc: 'In order of preference.' },
} as const satisfies FieldTable

const humanInTheLoopFields = {
  required: { type: 'boolean', doc: 'A person must approve before loading.', default: false },
  approval_mechanism: { type: 'choice', of: approvalMechanisms, unlisted: 'error', doc: 'How approval is obtained.' },
  docs_url: { type: 'text', informs: true, doc: 'Describes the approval flow; required with custom.' },
} as const satisfies FieldTable

export const delegationFields = {
  max_depth: { type: 'integer', min: 0, doc: 'Longest chain; the owner is at 0, the first agent at 1.' },
  require_capability_attenuation: { type: 'boolean', doc: 'Each hop must narrow its permissions.' },
  require_delegation_proof: { type: 'boolean', doc: 'Every agent presents a proof of the delegations that led to it.' },
  audit_chain: { type: 'boolean', doc: 'Every access carries trace context.' },
  human_in_the_loop: { type: 'object', fields: humanInTheLoopFields, doc: 'Human approval.' },
} as const satisfies FieldTable

export const complianceFields = {
  data_residency: { type: 'list', of: { type: 'text' }, orSingle: true, doc: 'Permitted regions.' },
  regulations: {
    type: 'list', of: { type: 'choice', of: regulations, unlisted: 'silent' }, orSingle: true, informs: true,
    doc: 'Regulations that apply.',
  },
  sensitivity: { type: 'choice', of: sensitivities, unlisted: 'error', anySpelling: true,
    doc: 'Information classification.' },
  restrictions: { type: 'list', of: { type: 'choice', of: restrictions, kept: true }, orSingle: true,
    doc: 'Processing restrictions.' },
} as const satisfies FieldTable

const decimalText = '^[0-9]{1,18}(\\.[0-9]{1,18})?$'

/** Prices are decimal text, so that nothing is rounded (KCP §4.14). */
const paymentMethodFields = {
  type: { type: 'choice', of: paymentMethods, kept: true, required: 'advised',
    doc: 'free, x402, meter or subscription.' },
  currency: { type: 'text', doc: 'Currency of the price.' },
  price_per_request: { type: 'text', pattern: decimalText, misfit: 'warning',
    doc: 'Price of one request, as quoted decimal text.' },
} as const satisfies FieldTable

export const paymentFields = {
  default_tier: { type: 'choice', of: paymentTiers, anySpelling: true, doc: 'Monetisation tier.', default: 'free' },
  methods: { type: 'list', of: { type: 'object', fields: paymentMethodFields }, doc: 'In order of preference.' },
  billing_contact: { type: 'text', informs: true, doc: 'Whom to ask about bills.' },
} as const satisfies FieldTable

const requestLimitFields = {
  requests_per_minute: { type: 'integer', min: 0, doc: 'Per rolling 60 seconds.' },
  requests_per_hour: { type: 'integer', min: 0, doc: 'Per rolling 60 minutes.' },
  requests_per_day: { type: 'integer', min: 0, doc: 'Per UTC day.' },
  unlimited: { type: 'boolean', grants: true, doc: 'No limit for this tier.' },
  tokens: { type: 'any', informs: true, doc: 'Declared limits of tokens; shown, not counted.' },
} as const satisfies FieldTable

/** The tier of a requester replaces the default whole (KCP §4.15). */
export const rateLimitFields = {
  default: { type: 'object', doc: 'Limit where no tier declares one.', fields: requestLimitFields },
  authenticated: { type: 'object', doc: 'Limit for requesters with a credential.', fields: requestLimitFields },
  premium: { type: 'object', doc: 'Limit for requesters of the tier "premium".', fields: requestLimitFields },
  headers: { type: 'any', informs: true, doc: 'Headers by which a server reports its limits.' },
  backoff: { type: 'any', informs: true, doc: 'How to wait after a limit is reached.' },
} as const satisfies FieldTable

export const freshnessFields = {
  max_age_days: { type: 'integer', min: 0, doc: 'Days after `validated` until the unit is stale.' },
  on_stale: { type: 'choice', of: staleActions, anySpelling: true,
    doc: 'What to do with a stale unit.', default: 'warn' },
  review_contact: { type: 'text', informs: true, doc: 'Whom to ask for re-validation.' },
} as const satisfies FieldTable

/** The window in which a unit is valid; a date covers its whole UTC day (KCP §4.22). */
export const temporalFields = {
  valid_from: { type: 'datetime', doc: 'First day on which it holds.' },
  valid_until: { type: 'datetime', doc: 'Last day on which it holds.' },
  recorded_at: { type: 'datetime', informs: true, doc: 'When it was recorded; shown, filters nothing.' },
  superseded_by: { type: 'text', informs: true, names: 'unit', doc: 'Id of the unit that replaces it.' },
} as const satisfies FieldTable

/**
 * Authority is a record because manifests may declare custom actions (KCP §4.17). A misspelled permission is left out
 * of the values and listed as unreadable, so that `read: deny` asks.
 */
export const authorityShape = {
  type: 'record',
  keys: actions,
  of: { type: 'choice', of: permissions, anySpelling: true },
} as const satisfies Shape

/** A condition compares words as written, so a wildcard would never match. */
const notWildcard = '^(?!(?:\\*+|[aA][lL][lL]|[aA][nN][yY])$)'
const exactWord = { type: 'text', pattern: notWildcard, misfit: 'warning' } as const satisfies Shape

export const visibilityFields = {
  default: { type: 'choice', of: sensitivities, anySpelling: true, doc: 'Sensitivity when no condition matches.' },
  conditions: {
    type: 'list',
    doc: 'First match wins.',
    of: {
      type: 'object',
      fields: {
        when: {
          type: 'object',
          required: 'advised',
          nonEmpty: true,
          doc: 'All keys must match.',
          fields: {
            environment: { type: 'list', of: exactWord, orSingle: 'silent', doc: 'Any of these environments.' },
            agent_role: { type: 'list', of: exactWord, orSingle: 'silent', doc: 'Any of these roles.' },
          },
        },
        then: {
          type: 'object',
          required: 'advised',
          doc: 'What applies on a match.',
          fields: {
            sensitivity: { type: 'choice', of: sensitivities, anySpelling: true, doc: 'Sensitivity override.' },
            requires_auth: { type: 'boolean', doc: 'Whether authentication is required.' },
            authority: { ...authorityShape, doc: 'Authority override.' },
          },
        },
      },
    },
  },
} as const satisfies FieldTable

export const discoveryFields = {
  verification_status: { type: 'choice', of: verificationStatuses, anySpelling: true,
    doc: 'State of verification.', default: 'verified' },
  source: { type: 'choice', of: discoverySources, unlisted: 'silent', informs: true,
    doc: 'How the unit was discovered.', default: 'manual' },
  observed_at: { type: 'datetime', informs: true, doc: 'First observation.' },
  verified_at: { type: 'datetime', informs: true, doc: 'Independent confirmation; null unless verified.' },
  confidence: { type: 'number', min: 0, max: 1, doc: 'Confidence from 0 to 1.', default: 1 },
  contradicted_by: { type: 'text', names: 'unit', doc: 'Id of a unit that contradicts this one.' },
  verified_by: { type: 'text', doc: 'Who confirmed it; declared, not proven.' },
  evidence: { type: 'any', doc: 'What the status rests on; declared, not proven.' },
} as const satisfies FieldTable

export const rootHintFields = {
  total_token_estimate: { type: 'integer', min: 0, doc: 'Sum of unit estimates.' },
  unit_count: { type: 'integer', min: 0, doc: 'Number of units.' },
  recommended_entry_point: { type: 'text', names: 'unit', doc: 'Unit to load first.' },
  has_summaries: { type: 'boolean', doc: 'Some unit has a summary.' },
  has_chunks: { type: 'boolean', doc: 'Some unit is chunked.' },
} as const satisfies FieldTable
