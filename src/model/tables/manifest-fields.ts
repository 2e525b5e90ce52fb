import type { FieldTable } from './fields.ts'
import {
  federationRelationships, networkRoles, relationshipTypes, updateFrequencies, versionPolicies,
} from './vocabulary.ts'
import {
  authFields, authorityShape, complianceFields, delegationFields, discoveryFields, freshnessFields, indexingShape,
  licenseShape, paymentFields, rateLimitFields, rootHintFields, temporalFields, visibilityFields,
} from './block-fields.ts'
import { unitFields } from './unit-fields.ts'

const { recorded_at: _recordedAt, ...sourceWindowFields } = temporalFields

const agentIdentityFields = {
  required: { type: 'any', doc: 'true: the manifest is fetched only by an agent that holds such a credential.' },
  credential_hint: { type: 'text', doc: 'Type of the credential, as auth methods name them.' },
  issuer_hint: { type: 'text', informs: true, doc: 'Who issues it.' },
  docs_url: { type: 'text', informs: true, doc: 'Describes how to get it; never opened.' },
} as const satisfies FieldTable

export const federatedManifestFields = {
  id: { type: 'text', required: true, doc: 'Local identifier.', pattern: '^[a-z0-9.\\-]+$' },
  url: {
    type: 'text', required: true, names: 'file',
    doc: 'HTTPS URL of the remote knowledge.yaml; a relative path is read as a local file.',
    pattern:
      '^(?:[hH][tT][tT][pP][sS]://[^/\\\\\\s]|' +
      '(?![a-zA-Z][a-zA-Z0-9+.\\-]*:)[^/\\\\\\s][^\\\\\\s]*\\.[yY][aA]?[mM][lL]$)',
  },
  label: { type: 'text', doc: 'Human-readable description.' },
  relationship: { type: 'choice', of: federationRelationships, kept: true,
    doc: 'How the sub-manifest relates to this one.' },
  auth: { type: 'object', fields: authFields, doc: 'Authentication for this fetch; overrides the root block.' },
  update_frequency: { type: 'choice', of: updateFrequencies, doc: 'How often the remote manifest changes.' },
  local_mirror: { type: 'text', names: 'file',
    doc: 'Relative path of a local copy; when the file exists the URL is not fetched.' },
  version_pin: { type: 'text', asWritten: true, doc: 'Expected semver version.' },
  version_policy: { type: 'choice', of: versionPolicies, doc: 'How the pin is compared.', default: 'compatible' },
  context: { type: 'list', of: { type: 'text' }, orSingle: 'silent',
    doc: 'Environments that it is meant for; absent means all.' },
  temporal: { type: 'object', fields: sourceWindowFields,
    doc: 'Window outside of which it is neither fetched nor used.' },
  agent_identity: { type: 'object', fields: agentIdentityFields,
    doc: 'The credential that an agent needs to fetch it.' },
} as const satisfies FieldTable

const externalRelationshipFields = {
  from_manifest: { type: 'text', names: 'manifest', doc: 'Source manifest id; absent means this manifest.' },
  from_unit: { type: 'text', required: true, names: 'unit', doc: 'Source unit id.' },
  to_manifest: { type: 'text', names: 'manifest', doc: 'Target manifest id; absent means this manifest.' },
  to_unit: { type: 'text', required: true, names: 'unit', doc: 'Target unit id.' },
  type: { type: 'choice', of: relationshipTypes, required: true, doc: 'Relationship type.' },
} as const satisfies FieldTable

export const relationshipFields = {
  from: { type: 'text', required: 'advised', names: 'unit', doc: 'Source unit id.' },
  to: { type: 'text', required: 'advised', names: 'unit', doc: 'Target unit id.' },
  type: { type: 'choice', of: relationshipTypes, required: 'advised', doc: 'Relationship type.' },
} as const satisfies FieldTable

const provenanceFields = {
  publisher: { type: 'text', doc: 'Publishing organisation or person; declared, not proven.' },
  publisher_url: { type: 'url', doc: 'Web presence; HTTPS.' },
  contact: { type: 'text', doc: 'Email or URL for questions.' },
  publisher_did: { type: 'text', doc: 'Decentralised identifier of the publisher; declared, not proven.' },
} as const satisfies FieldTable

const auditFields = {
  agent_must_log: { type: 'boolean', doc: 'Agents should log every access.', default: false },
  require_trace_context: { type: 'boolean', doc: 'Accesses carry W3C trace context.', default: false },
  provides_access_receipts: { type: 'boolean', informs: true, doc: 'The publisher issues receipts of accesses.' },
  receipt_format: { type: 'text', informs: true, doc: 'Format of those receipts.' },
} as const satisfies FieldTable

/** Requirements for agents that read restricted content, KCP §3.2. */
const agentRequirementFields = {
  require_attestation: { type: 'boolean', doc: 'Restricted content is for attested agents only.' },
  attestation_providers: { type: 'list', of: { type: 'text' }, orSingle: true,
    doc: 'Providers whose attestations count.' },
  accepted_credentials: { type: 'list', of: { type: 'text' }, orSingle: true,
    doc: 'Types of credentials that count in place of one.' },
  attestation_url: { type: 'url', informs: true, doc: 'Where attestations are issued; HTTPS, never called.' },
  attestation_jwks: { type: 'url', informs: true, doc: 'Keys of the provider; HTTPS, never called.' },
  propagate_to_governed: { type: 'boolean', doc: 'The same is required of the manifests that this one governs.' },
} as const satisfies FieldTable

const servingFields = {
  manifest: { type: 'list', of: { type: 'url', strict: true }, orSingle: true,
    doc: 'Where this manifest is published; HTTPS. Empty means nowhere.' },
  mcp: { type: 'list', of: { type: 'url', strict: true }, orSingle: true, informs: true,
    doc: 'MCP servers that serve it; HTTPS.' },
} as const satisfies FieldTable

const includeFields = {
  source: { type: 'text', required: true, names: 'file',
    doc: 'Manifest to include: a relative path to a YAML file, or an HTTPS URL.' },
  as: { type: 'text', pattern: '^[a-z0-9][a-z0-9.\\-]*$', doc: 'Prefix of its ids: `p` makes `p:id`.' },
  integrity: {
    type: 'object',
    doc: 'What the included manifest has to be.',
    fields: {
      manifest_hash: { type: 'text', doc: 'SHA-256 of its bytes.' },
      expected_signer: { type: 'text', doc: 'Id of the key that has to have signed it.' },
    },
  },
} as const satisfies FieldTable

const { external_depends_on: _external, ...overridableFields } = unitFields
const { required: _pathRequired, ...overridePath } = unitFields.path
const { required: _intentRequired, ...overrideIntent } = unitFields.intent

const compositionFields = {
  includes: { type: 'list', of: { type: 'object', fields: includeFields },
    doc: 'Manifests whose units are also those of this one; of equal ids the later wins.' },
  overrides: {
    type: 'list',
    of: {
      type: 'object',
      fields: {
        ...overridableFields,
        id: { type: 'text', required: true, names: 'unit', doc: 'Id of an included unit.' },
        path: overridePath,
        intent: overrideIntent,
      },
    },
    doc: 'Fields that replace those of an included unit.',
  },
  excludes: { type: 'list', of: { type: 'text' }, orSingle: true, names: 'unit',
    doc: 'Ids of included units that are left out.' },
} as const satisfies FieldTable

/** Root of `knowledge.yaml`, KCP §3. */
export const manifestFields = {
  kcp_version: { type: 'text', asWritten: true, section: '§6.1', doc: 'Version of the KCP specification; quote it.' },
  project: { type: 'text', required: true, section: '§3.1', doc: 'Human-readable name of the project or site.' },
  version: { type: 'text', asWritten: true, section: '§6.2', doc: 'Semver version of this manifest.' },
  updated: { type: 'date', section: '§4.1.1', doc: 'Last change of the manifest, YYYY-MM-DD.' },
  language: { type: 'text', section: '§4.4c', doc: 'Default BCP 47 language tag.' },
  license: { ...licenseShape, section: '§4.6a', doc: 'Default licence of all units.' },
  indexing: { ...indexingShape, section: '§4.6c', doc: 'Default indexing permissions.' },
  hints: { type: 'object', fields: rootHintFields, section: '§4.10', doc: 'Aggregate context hints.' },
  trust: {
    type: 'object',
    section: '§3.2',
    doc: 'Publisher provenance and audit requests; advisory.',
    fields: {
      provenance: { type: 'object', fields: provenanceFields, informs: true, doc: 'Who published this.' },
      audit: { type: 'object', fields: auditFields, doc: 'What agents should record.' },
      agent_requirements: { type: 'object', fields: agentRequirementFields, doc: 'What agents have to be.' },
    },
  },
  auth: { type: 'object', fields: authFields, section: '§3.3', doc: 'How to authenticate to this source.' },
  delegation: { type: 'object', fields: delegationFields, section: '§3.4', doc: 'Limits on delegation chains.' },
  compliance: { type: 'object', fields: complianceFields,
    section: '§3.5', doc: 'Regulation, residency, sensitivity, restrictions.' },
  payment: { type: 'object', fields: paymentFields, section: '§4.14', doc: 'Default monetisation tier.' },
  rate_limits: { type: 'object', fields: rateLimitFields, section: '§4.15', doc: 'Default request limits.' },
  manifests: { type: 'list', of: { type: 'object', fields: federatedManifestFields },
    section: '§3.6', doc: 'Manifests this one declares.' },
  external_relationships: { type: 'list', of: { type: 'object', fields: externalRelationshipFields },
    section: '§3.6', doc: 'Relationships across manifests.' },
  freshness_policy: { type: 'object', fields: freshnessFields, section: '§3.7', doc: 'Default staleness policy.' },
  visibility: { type: 'object', fields: visibilityFields, section: '§3.8', doc: 'Default conditional access.' },
  authority: { ...authorityShape, section: '§3.8', doc: 'Default action permissions.' },
  discovery: { type: 'object', as: 'verification', fields: discoveryFields,
    section: '§3.9', doc: 'Default discovery provenance.' },
  temporal: { type: 'object', fields: temporalFields, section: '§4.22', doc: 'Default window of all units.' },
  not_for: { type: 'list', of: { type: 'text' }, orSingle: 'silent',
    section: '§3.10', doc: 'What this manifest is not meant to answer.' },
  units: { type: 'list', of: { type: 'object', fields: unitFields }, required: true, min: 1,
    section: '§4', doc: 'Knowledge units, in order.' },
  composition: { type: 'object', fields: compositionFields,
    section: '§3.11', doc: 'Manifests that this one is composed of.' },
  serving: { type: 'object', fields: servingFields, section: '§3.12', doc: 'Where this manifest is served.' },
  signing: { type: 'any', doc: 'Declared signature; kept.' },
  relationships: { type: 'list', of: { type: 'object', fields: relationshipFields },
    section: '§5', doc: 'Relationships between units.' },
} as const satisfies FieldTable

/** `/.well-known/kcp.json`, KCP §1.4 and §3.7. */
export const wellKnownFields = {
  kcp_version: { type: 'text', required: true, nonEmpty: true },
  manifest: { type: 'text', required: true, nonEmpty: true },
  title: { type: 'text' },
  description: { type: 'text' },
  spec: { type: 'text' },
  network: {
    type: 'object',
    fields: {
      role: { type: 'choice', of: networkRoles, default: 'standalone' },
      entry_point: { type: 'text' },
      registry_label: { type: 'text' },
    },
  },
} as const satisfies FieldTable

/** `.kcp/catalog.yaml`, KCP Catalog 0.1. */
export const distributionFields = {
  catalog_version: { type: 'text', asWritten: true, nonEmpty: true, required: true },
  catalog: {
    type: 'object',
    as: 'about',
    fields: { name: { type: 'text' }, description: { type: 'text' }, maintainer: { type: 'text' } },
  },
  entries: {
    type: 'list',
    required: true,
    min: 1,
    of: {
      type: 'object',
      fields: {
        name: { type: 'text', nonEmpty: true, required: true, pattern: '^[a-z0-9][a-z0-9\\-]*$' },
        source: { type: 'text', nonEmpty: true, required: true },
        version: { type: 'text', asWritten: true },
        generated: { type: 'date' },
        source_commit: { type: 'text', asWritten: true },
        depends_on: { type: 'list', of: { type: 'text' } },
      },
    },
  },
} as const satisfies FieldTable
