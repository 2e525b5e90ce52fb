/** Vocabularies of both specifications. Order is significant where a comment states it. */

export const hashAlgorithms = ['sha256', 'sha384', 'sha512'] as const

export const packTypes = [
  'personal-profile',
  'brand-persona',
  'brand-product',
  'organization-knowhow',
  'content-operations',
  'private-domain-operations',
  'live-commerce-operations',
  'campaign-operations',
  'growth-strategy',
  'content-ontology',
  'domain-reference',
  'research-wiki',
] as const
export const packStatuses = ['draft', 'ready', 'needs-review', 'stale', 'disputed', 'archived'] as const
export const packProfiles = ['document-first', 'wiki-first', 'hybrid'] as const
/** Most trusted first. */
export const packTrusts = ['official', 'user-confirmed', 'external', 'unreviewed'] as const
export const groundings = ['none', 'recommended', 'required'] as const
export const runtimeModes = ['data', 'persona'] as const
export const producerKinds = ['skill', 'agent-skill', 'tool', 'manual', 'import'] as const
export const activationModes = ['explicit', 'implicit', 'resolver-driven'] as const
export const runStatuses = ['passed', 'needs-review', 'stale', 'disputed', 'failed'] as const
export const claimStatuses = ['confirmed', 'inferred', 'disputed', 'stale', 'missing', 'source-required'] as const
export const evidenceStatuses = ['verified', 'weak', 'needs-verification', 'forbidden'] as const
export const coverageStatuses = [
  'ready',
  'missing-evidence',
  'missing-material',
  'needs-review',
  'blocked',
  'covered',
] as const
export const citationTargetKinds = [
  'page',
  'section',
  'paragraph',
  'table',
  'figure',
  'video-transcript',
  'data-point',
] as const

/** KCP §6.1: 0.1 to 0.32, oldest first; 0.15 never existed. */
export const kcpVersions: readonly string[] = Array.from({ length: 32 }, (_, i) => `0.${i + 1}`).filter(
  (version) => version !== '0.15',
)
export const latestKcpVersion = '0.32'
/** The version that drafts declare: the lowest that has every field they use. */
export const draftKcpVersion = '0.14'
export const artifactKinds = ['knowledge', 'schema', 'service', 'policy', 'executable', 'skill', 'playbook'] as const
/** KCP §4.3c: kinds that describe an action and are loaded only with `load_eligible: true`. */
export const procedureKinds = ['skill', 'playbook'] as const
export const contentFormats = [
  'markdown',
  'pdf',
  'openapi',
  'json-schema',
  'jupyter',
  'html',
  'asciidoc',
  'rst',
  'vtt',
  'yaml',
  'json',
  'csv',
  'text',
] as const
export const breadths = ['global', 'project', 'module'] as const
export const audiences = ['human', 'agent', 'developer', 'architect', 'operator', 'devops'] as const
export const updateFrequencies = ['hourly', 'daily', 'weekly', 'monthly', 'rarely', 'never'] as const
export const indexingShorthands = ['open', 'read-only', 'no-train', 'none'] as const
export const indexingPermissions = [
  'read',
  'index',
  'reproduce-in-response',
  'train',
  'cache-permanently',
  'share-externally',
  'summarise',
] as const
export const accessLevels = ['public', 'authenticated', 'restricted'] as const
/** Least sensitive first. */
export const sensitivities = ['public', 'internal', 'confidential', 'restricted'] as const
export const paymentTiers = ['free', 'metered', 'subscription'] as const
export const staleActions = ['warn', 'degrade', 'block'] as const
export const failureActions = ['skip', 'warn', 'degrade'] as const
export const authTypes = ['none', 'oauth2', 'api_key', 'bearer_token', 'spiffe', 'did', 'http_signature'] as const
export const paymentMethods = ['free', 'x402', 'meter', 'subscription'] as const
export const approvalMechanisms = ['oauth_consent', 'uma', 'custom'] as const
export const regulations = [
  'GDPR',
  'ePrivacy',
  'NIS2',
  'HIPAA',
  'HITECH',
  'CCPA',
  'MiFID2',
  'DORA',
  'AML5D',
  'FATF',
  'ITAR',
  'eIDAS',
] as const
export const restrictions = [
  'no-external-llm',
  'no-logging',
  'no-cross-border',
  'no-ai-training',
  'audit-required',
  'human-approval-required',
] as const
export const federationRelationships = ['child', 'foundation', 'governs', 'peer', 'archive'] as const
export const versionPolicies = ['exact', 'minimum', 'compatible'] as const
export const permissions = ['initiative', 'requires_approval', 'denied'] as const
export const actions = ['read', 'summarize', 'modify', 'share_externally', 'execute'] as const
export const verificationStatuses = ['rumored', 'declared', 'observed', 'verified', 'deprecated'] as const
export const discoverySources = [
  'manual',
  'web_traversal',
  'openapi',
  'llm_inference',
  'manifest-self-description',
] as const
export const contentStructures = ['prose', 'table', 'code', 'list', 'diagram', 'reference', 'mixed'] as const
export const structureDensities = ['sparse', 'normal', 'dense'] as const
export const relationshipTypes = ['enables', 'context', 'supersedes', 'contradicts', 'depends_on', 'governs'] as const
export const loadStrategies = ['eager', 'lazy', 'never'] as const
/** In reverse order of eviction. */
export const priorities = ['critical', 'supplementary', 'reference'] as const
export const densities = ['dense', 'standard', 'verbose'] as const
export const estimateMethods = ['measured', 'estimated'] as const
export const networkRoles = ['hub', 'leaf', 'standalone'] as const

export type PackStatus = (typeof packStatuses)[number]
export type PackProfile = (typeof packProfiles)[number]
export type PackTrust = (typeof packTrusts)[number]
export type Grounding = (typeof groundings)[number]
export type RuntimeMode = (typeof runtimeModes)[number]
export type ActivationMode = (typeof activationModes)[number]
export type Sensitivity = (typeof sensitivities)[number]
export type Access = (typeof accessLevels)[number]
export type Permission = (typeof permissions)[number]
export type VerificationStatus = (typeof verificationStatuses)[number]
