import type { Manifest, Unit } from '../../model/manifest.ts'
import type { Restriction } from '../../model/effective.ts'
import { authorityOf } from '../../parse/manifest/authority.ts'
import { canonicalRestriction } from '../../parse/manifest/restrictions.ts'

/** What a manifest says at its root, or a unit for itself. */
export type Declared = Manifest | Unit

interface AdvisoryField {
  isDeclared(declared: Declared): boolean
  /** Where what lorefence does about it ends. */
  readonly limit: string
}

const restricts =
  (word: Restriction) =>
  ({ compliance }: Declared): boolean =>
    compliance?.restrictions?.some((written) => canonicalRestriction(written) === word) ?? false

/** A declared authority that withholds the action; a safe default is nobody's declaration. */
const withholds =
  (action: string) =>
  ({ authority }: Declared): boolean =>
    authority !== undefined && Object.hasOwn(authority, action) && authorityOf(authority)[action] !== 'initiative'

const afterwards = 'it is decided when somebody asks for it; once the text has left, nothing here prevents it.'
const ownWord = 'which is the word of whoever asks.'

/** The fields of KCP whose promise reaches further than this program does, by their written names. */
export const advisoryFields: Readonly<Record<string, AdvisoryField>> = {
  access: {
    isDeclared: (declared) => 'access' in declared && declared.access !== undefined && declared.access !== 'public',
    limit: `reads through lorefence are gated by the credentials that are stated, ${ownWord} The file on the disk is not protected.`,
  },
  visibility: {
    isDeclared: ({ visibility }) => visibility !== undefined,
    limit: `conditions are matched against environment and role, ${ownWord}`,
  },
  'authority.modify': { isDeclared: withholds('modify'), limit: afterwards },
  'authority.share_externally': { isDeclared: withholds('share_externally'), limit: afterwards },
  'authority.execute': { isDeclared: withholds('execute'), limit: afterwards },
  'delegation.max_depth': {
    isDeclared: ({ delegation }) => delegation?.maxDepth !== undefined,
    limit: `it is compared with the depth that is stated, ${ownWord} No signed token is checked.`,
  },
  'delegation.require_capability_attenuation': {
    isDeclared: ({ delegation }) => delegation?.requireCapabilityAttenuation === true,
    limit: `it is compared with the scopes that are stated, ${ownWord} No signed token is checked.`,
  },
  'delegation.require_delegation_proof': {
    isDeclared: ({ delegation }) => delegation?.requireDelegationProof === true,
    limit: 'it is reserved and has no effect.',
  },
  'compliance.data_residency': {
    isDeclared: ({ compliance }) => compliance?.dataResidency !== undefined,
    limit: `it is compared with the region that is stated, ${ownWord} Where text is processed is not verified.`,
  },
  'compliance.regulations': {
    isDeclared: ({ compliance }) => (compliance?.regulations?.length ?? 0) > 0,
    limit: 'they are a statement of the publisher, neither a proof nor a legal basis.',
  },
  'no-external-llm': {
    isDeclared: restricts('no-external-llm'),
    limit: `it is decided by where the model is said to run, ${ownWord}`,
  },
  'no-cross-border': {
    isDeclared: restricts('no-cross-border'),
    limit: `it is decided by the region that is stated, ${ownWord} Where text travels later is not seen.`,
  },
  'no-ai-training': {
    isDeclared: restricts('no-ai-training'),
    limit: 'it goes along as an obligation; whether a provider trains on the text is not seen.',
  },
  'no-logging': {
    isDeclared: restricts('no-logging'),
    limit: 'it binds what lorefence keeps; what a client, a proxy or a provider logs is not seen.',
  },
  indexing: {
    isDeclared: ({ indexing }) => indexing !== undefined && indexing !== 'open',
    limit: 'it binds what lorefence does; once the text has left, indexing, caching and training are not seen.',
  },
  license: {
    isDeclared: ({ license }) => license !== undefined,
    limit: 'its terms go along with the text; whether they are kept is not seen.',
  },
  payment: {
    isDeclared: ({ payment }) => payment?.defaultTier !== undefined && payment.defaultTier !== 'free',
    limit: 'a person is asked; that anything was paid is not verified.',
  },
  rate_limits: {
    isDeclared: ({ rateLimits }) => rateLimits?.default !== undefined,
    limit: 'requests are counted for this user on this machine only.',
  },
  freshness_policy: {
    isDeclared: ({ freshnessPolicy }) => freshnessPolicy !== undefined,
    limit: 'it rests on the date under "validated", which proves nothing about the content.',
  },
  'trust.provenance': {
    isDeclared: (declared) => 'trust' in declared && declared.trust?.provenance !== undefined,
    limit: 'the publisher is a free text that nothing verifies.',
  },
  'trust.audit': {
    isDeclared: (declared) =>
      'trust' in declared &&
      (declared.trust?.audit?.agentMustLog === true || declared.trust?.audit?.requireTraceContext === true),
    limit: 'lorefence keeps receipts of its own; what other readers record is not seen.',
  },
}
