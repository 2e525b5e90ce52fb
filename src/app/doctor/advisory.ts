import { unitRef } from '../../catalog/refs.ts'
import type { Restriction } from '../../model/documents/effective.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { authorityOf } from '../../parse/manifest/authority.ts'
import { canonicalRestriction } from '../../parse/respelled.ts'
import type { Check, CheckItem } from './check.ts'

/** KCP §14.1: an operator must know which declared limits are not enforced. */
export const advisory: Check = {
  id: 'advisory',
  title: 'Declared limits that cannot be enforced here (KCP §14.1)',
  look: ({ used }) => {
    const declarations = used.flatMap(({ ref, document, found }): readonly Declaration[] =>
      document.kind === 'pack'
        ? []
        : [
            { ref, path: found.path, declared: document },
            ...document.units.map((unit) => ({ ref: unitRef(ref, unit.id), path: found.path, declared: unit })),
          ],
    )
    return Object.entries(advisoryFields).flatMap(([field, { isDeclared, limit }]) =>
      declarations
        .filter(({ declared }) => isDeclared(declared))
        .map(({ ref, path }): CheckItem => ({ state: 'note', ref, path, detail: `${field}: ${limit}` })),
    )
  },
}

interface Declaration {
  readonly ref: string
  readonly path: string
  readonly declared: ManifestOrUnit
}

/** The fields at the root of a manifest, or of a unit. */
type ManifestOrUnit = Manifest | Unit

interface AdvisoryField {
  isDeclared(declared: ManifestOrUnit): boolean
  /** What lorefence cannot enforce. */
  readonly limit: string
}

const restricts =
  (word: Restriction) =>
  ({ compliance }: ManifestOrUnit): boolean =>
    compliance?.restrictions?.some((written) => canonicalRestriction(written) === word) ?? false

/** A declared authority that withholds the action; a default is not a declaration. */
const withholds =
  (action: string) =>
  ({ authority }: ManifestOrUnit): boolean =>
    authority !== undefined && Object.hasOwn(authority, action) && authorityOf(authority)[action] !== 'initiative'

const afterwards = 'it is decided on request; once the text is released, nothing here prevents it.'

/** The fields of KCP that lorefence cannot enforce completely, by their written names. */
const advisoryFields: Readonly<Record<string, AdvisoryField>> = {
  access: {
    isDeclared: (declared) => 'access' in declared && declared.access !== undefined && declared.access !== 'public',
    limit:
      'reads through lorefence are gated by the credentials that the requester states. ' +
      'The file on the disk is not protected.',
  },
  visibility: {
    isDeclared: ({ visibility }) => visibility !== undefined,
    limit: 'conditions are matched against the environment and role that the requester states.',
  },
  'authority.modify': { isDeclared: withholds('modify'), limit: afterwards },
  'authority.share_externally': { isDeclared: withholds('share_externally'), limit: afterwards },
  'authority.execute': { isDeclared: withholds('execute'), limit: afterwards },
  'delegation.max_depth': {
    isDeclared: ({ delegation }) => delegation?.maxDepth !== undefined,
    limit: 'it is compared with the depth that the requester states. No signed token is checked.',
  },
  'delegation.require_capability_attenuation': {
    isDeclared: ({ delegation }) => delegation?.requireCapabilityAttenuation === true,
    limit: 'it is compared with the scopes that the requester states. No signed token is checked.',
  },
  'delegation.require_delegation_proof': {
    isDeclared: ({ delegation }) => delegation?.requireDelegationProof === true,
    limit: 'it is compared with what the requester states. No signed token is checked.',
  },
  'compliance.data_residency': {
    isDeclared: ({ compliance }) => compliance?.dataResidency !== undefined,
    limit: 'it is compared with the region that the requester states. Where text is processed is not verified.',
  },
  'compliance.regulations': {
    isDeclared: ({ compliance }) => (compliance?.regulations?.length ?? 0) > 0,
    limit: 'they are a statement of the publisher, neither a proof nor a legal basis.',
  },
  'no-external-llm': {
    isDeclared: restricts('no-external-llm'),
    limit: 'it is decided by where the requester states that the model runs.',
  },
  'no-cross-border': {
    isDeclared: restricts('no-cross-border'),
    limit: 'it is decided by the region that the requester states. Where text is sent later is not monitored.',
  },
  'no-ai-training': {
    isDeclared: restricts('no-ai-training'),
    limit: 'it is passed on as an obligation; whether a provider trains on the text is not monitored.',
  },
  'no-logging': {
    isDeclared: restricts('no-logging'),
    limit: 'it applies to what lorefence stores; what a client, a proxy or a provider logs is not monitored.',
  },
  indexing: {
    isDeclared: ({ indexing }) => indexing !== undefined && indexing !== 'open',
    limit: 'it applies to lorefence; once the text is released, indexing, caching and training are not monitored.',
  },
  license: {
    isDeclared: ({ license }) => license !== undefined,
    limit: 'its terms are passed on with the text; compliance is not monitored.',
  },
  payment: {
    isDeclared: ({ payment }) => payment?.defaultTier !== undefined && payment.defaultTier !== 'free',
    limit: 'a person is asked; the payment is not verified.',
  },
  rate_limits: {
    isDeclared: ({ rateLimits }) =>
      (rateLimits?.default ?? rateLimits?.authenticated ?? rateLimits?.premium) !== undefined,
    limit: 'requests are counted for this user on this machine only.',
  },
  freshness_policy: {
    isDeclared: ({ freshnessPolicy }) => freshnessPolicy !== undefined,
    limit: 'it depends on the date under "validated", which proves nothing about the content.',
  },
  'trust.provenance': {
    isDeclared: (declared) => 'trust' in declared && declared.trust?.provenance !== undefined,
    limit: 'the publisher is free text that is not verified.',
  },
  'trust.audit': {
    isDeclared: (declared) =>
      'trust' in declared &&
      (declared.trust?.audit?.agentMustLog === true || declared.trust?.audit?.requireTraceContext === true),
    limit: 'lorefence keeps its own receipts; what other readers record is not monitored.',
  },
}
