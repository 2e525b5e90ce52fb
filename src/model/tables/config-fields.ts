import type { FieldTable, Shape } from './fields.ts'
import { sensitivities } from './vocabulary.ts'

const words = { type: 'list', of: { type: 'text', nonEmpty: true } } as const satisfies Shape

/** Facts about the requester; an absent fact is unknown. */
export const requesterFields = {
  environment: { type: 'text', doc: 'Where the agent runs, such as production or development.' },
  role: { type: 'text', doc: 'Role of the agent, as manifests name it under agent_role.' },
  audience: { type: 'text', doc: 'Who the answer is for, such as agent, developer or operator.' },
  region: { type: 'text', doc: 'Region in which content is processed; manifests may forbid others.' },
  model: { type: 'choice', of: ['local', 'external'], unlisted: 'error',
    doc: 'Whether the model runs on this machine or elsewhere.', default: 'external' },
  authenticated: { type: 'boolean', doc: 'Whether the requester is authenticated.' },
  credentials: { ...words, doc: 'Types of credentials the requester holds, such as oauth2 or api_key.' },
  scopes: { ...words, doc: 'Credential scopes the requester holds.' },
  parent_scopes: { ...words,
    doc: 'Scopes of the agent that delegated to this one; where each hop must narrow them, unknown ones do not.' },
  capabilities: { ...words, doc: 'What the agent can do, such as tool:kubectl.' },
  depth: { type: 'integer', min: 0,
    doc: 'Position in the delegation chain; the owner is at 0, the first agent at 1.', default: 1 },
  delegation_proof: { type: 'boolean',
    doc: 'Whether the requester presents a proof of every delegation that led to it.' },
  attestations: { ...words, doc: 'Providers that attest what the agent is, as manifests name them.' },
  tier: { type: 'choice', of: ['premium'], unlisted: 'error',
    doc: 'Tier of request limits, where manifests declare one for it.' },
  clearance: { type: 'choice', of: sensitivities, unlisted: 'error',
    doc: 'Most sensitive content the requester may see.' },
} as const satisfies FieldTable

/** A client of the server over HTTP. The token itself is nowhere on this machine. */
const clientFields = {
  token_sha256: { type: 'text', required: true, pattern: '^[0-9a-f]{64}$',
    doc: 'The SHA-256 of its token, in hexadecimal.' },
  requester: { type: 'object', closed: true, fields: requesterFields,
    doc: 'Facts about the requester that uses this token; clearance public unless it sets another.' },
} as const satisfies FieldTable

/** Tokens of an authorization server (OAuth 2.1) that the server over HTTP accepts. */
const oauthFields = {
  issuer: { type: 'url', strict: true, required: true,
    doc: 'The authorization server, exactly as "iss" of its tokens names it; HTTPS.' },
  audience: { type: 'url', strict: true, required: true,
    doc: 'The URL of this server, exactly as "aud" of accepted tokens names it; HTTPS.' },
  jwks_uri: { type: 'url', strict: true, required: true, doc: 'Where its public keys are; HTTPS.' },
  requester: {
    type: 'object', closed: true, fields: requesterFields,
    doc:
      'Facts about every requester with such a token; scopes, role and depth come from the token. ' +
      'Clearance public unless it sets another.',
  },
} as const satisfies FieldTable

/** A key whose signatures the user trusts, in the form of `~/.kcp/trusted-keys.yaml` (KCP §16.2). */
const trustedKeyFields = {
  key_id: { type: 'text', nonEmpty: true, required: true, doc: 'Name of the key, as signatures give it.' },
  algorithm: { type: 'choice', of: ['Ed25519', 'ed25519', 'EdDSA'], unlisted: 'error',
    doc: 'Ed25519, the only algorithm.', default: 'Ed25519' },
  public_key: { type: 'text', nonEmpty: true, required: true, doc: 'The public key in base64, hexadecimal or PEM.' },
  scope: { type: 'object', closed: true, fields: { domains: { ...words, doc: 'Origins, such as github.com/acme.' } },
    doc: 'What comes from these origins must be signed by such a key.' },
} as const satisfies FieldTable

/** `~/.kcp/trusted-keys.yaml`. */
export const trustedKeysFields = {
  keys: { type: 'list', of: { type: 'object', fields: trustedKeyFields }, doc: 'Keys whose signatures are trusted.' },
} as const satisfies FieldTable

/** Sent where a manifest declares such a method for something at that origin. */
const credentialFields = {
  origin: { type: 'text', required: true, pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[0-9A-Za-z.-]+):[0-9]{1,5}$',
    doc: 'Exact host:port that it is for, such as docs.example.com:443.' },
  type: { type: 'choice', of: ['oauth2', 'bearer_token', 'api_key'], unlisted: 'error', required: true,
    doc: 'The method of a manifest that it answers.' },
  env: { type: 'text', nonEmpty: true, required: true, doc: 'Name of the environment variable with its value.' },
} as const satisfies FieldTable

/** How remote documents are fetched. */
const fetchFields = {
  allow: {
    type: 'list', of: { type: 'text', pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[0-9A-Za-z.-]+):[0-9]{1,5}$' },
    doc:
      'Exact host:port that may be at a private address, such as wiki.corp.internal:443. ' +
      'Link-local addresses and metadata services never are.',
  },
  proxy: { type: 'text', pattern: '^http://[^\\s/@?#]+:[0-9]{1,5}/?$',
    doc: 'A proxy for every fetch, as http://host:port. Those of the environment are ignored.' },
  credentials: { type: 'list', of: { type: 'object', closed: true, fields: credentialFields },
    doc: 'Credentials for "lorefence federate", each for one origin.' },
} as const satisfies FieldTable

/** Where packs and manifests may be installed from. */
const installFields = {
  folders: { ...words, doc: 'Folders outside of a workspace that its catalog and its lock may name as sources.' },
  git: { type: 'list', of: { type: 'text', pattern: '^[0-9A-Za-z.-]+(:[0-9]{1,5})?$' },
    doc: 'Hosts that git may fetch from over HTTPS, such as github.com; with a port where it is not 443.' },
} as const satisfies FieldTable

/** What "lorefence memory" stores of past sessions. */
const memoryFields = {
  days: { type: 'integer', min: 1,
    doc: 'Days after which messages of past sessions are removed. Default: they are kept.' },
} as const satisfies FieldTable

/** `lorefence.yaml` of the user. The one in a workspace may only tighten. */
export const configFields = {
  requester: { type: 'object', closed: true, fields: requesterFields,
    doc: 'Facts about the requester; missing facts make the gates stricter.' },
  roots: { ...words, doc: 'Workspaces to search beside the current folder.' },
  organization: { ...words, doc: 'Folders with the packs and manifests of the organisation.' },
  grants: { type: 'choice', of: ['unattended'], unlisted: 'error',
    doc: 'unattended: trust, approve and enable accept --yes without a terminal.' },
  records: {
    type: 'choice', of: ['files', 'memory'], unlisted: 'error',
    doc: 'Where receipts are kept; memory loses them at exit and refuses units that require an audit.',
    default: 'files',
  },
  records_days: { type: 'integer', min: 1,
    doc: 'Days after which receipts are removed, oldest first. Default: they are kept.' },
  store: {
    type: 'text', pattern: '^postgres(ql)?://',
    doc:
      'A PostgreSQL database that servers share, as postgres://user@host/database?sslmode=verify-full; ' +
      'grants, keys and receipts are kept there instead of in files. The password may be in PGPASSWORD.',
  },
  telemetry: {
    type: 'choice', of: ['opentelemetry'], unlisted: 'error',
    doc:
      'opentelemetry: spans of reads, with ids, counts and digests only, ' +
      'for the exporter that you registered with @opentelemetry/api.',
  },
  clients: { type: 'list', of: { type: 'object', closed: true, fields: clientFields },
    doc: 'Who may use "lorefence mcp --http": one token and its facts each.' },
  oauth: { type: 'object', closed: true, fields: oauthFields,
    doc: 'Whose tokens "lorefence serve" accepts beside its own keys.' },
  fetch: { type: 'object', closed: true, fields: fetchFields, doc: 'How remote documents are fetched.' },
  install: { type: 'object', closed: true, fields: installFields,
    doc: 'Where packs and manifests may be installed from.' },
  memory: { type: 'object', closed: true, fields: memoryFields,
    doc: 'What "lorefence memory" keeps of past sessions.' },
  budget: { type: 'integer', min: 1, doc: 'Most tokens of one read, for every requester.' },
  default_budget: { type: 'integer', min: 1,
    doc: 'Tokens of a read that names no budget; --budget and calls of the library take precedence.', default: 2000 },
  max_clearance: { type: 'choice', of: sensitivities, unlisted: 'error',
    doc: 'Highest clearance, for every requester.' },
  require_unit_hashes: { type: 'boolean', doc: 'Refuse units that declare no content_hash.', default: false },
  require_signatures: { type: 'boolean',
    doc: 'Refuse packs and manifests that no trusted key has signed.', default: false },
  signature_threshold: { type: 'integer', min: 1,
    doc: 'How many different trusted keys must have signed.', default: 1 },
  trusted_keys: { type: 'list', of: { type: 'object', closed: true, fields: trustedKeyFields },
    doc: 'Keys whose signatures are trusted, beside those of ~/.kcp/trusted-keys.yaml.' },
  revoked_keys: { ...words, doc: 'Ids or public keys whose signatures count as invalid.' },
  allow_derived_origin: {
    type: 'boolean',
    doc: 'The git remote of a checkout counts as its origin, although anyone who can write there can forge it.',
    default: false,
  },
  allow_types: { ...words, doc: 'Types of packs that are used although they are not in the standard.' },
  ignore: { ...words, doc: 'Globs of paths that are not searched.' },
  disabled: { ...words, names: 'ref', doc: 'Refs that are omitted, such as pack:warranty or unit:harbor/setup.' },
} as const satisfies FieldTable

/** Fields that a workspace may set: each makes answers smaller or fewer. */
export const tighteningFields = [
  'budget', 'max_clearance', 'require_unit_hashes', 'require_signatures', 'ignore', 'disabled',
] as const satisfies readonly (keyof typeof configFields)[]
