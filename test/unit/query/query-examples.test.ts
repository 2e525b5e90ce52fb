import { expect, test } from 'vitest'
import { parseManifest, query, type QueriedManifest, type QueryRequest } from '../../../src/app/index.ts'
import { manifestText, type Fields } from '../../support/manifest-text.ts'

/** The worked examples of KCP §15.10. Where their figures break the rules of §15.4, the rules hold; each test says what was corrected. */

const declared = (root: Fields, units: readonly Fields[], source: string | null = null): QueriedManifest => {
  const { manifest } = parseManifest(
    manifestText(root, ...units.map((unit) => ({ scope: 'global', audience: ['agent'], ...unit }))),
    { file: 'knowledge.yaml' },
  )
  if (!manifest) throw new Error('The example does not parse.')
  return { manifest, source }
}

/** The seven fields of §15.3. */
const answer = (manifests: readonly QueriedManifest[], request: QueryRequest) =>
  query(manifests, request, {}).results.map(
    ({ unit_id, score, path, token_estimate, summary_unit, match_reason, source_manifest }) => ({
      unit_id,
      score,
      path,
      token_estimate,
      summary_unit,
      match_reason,
      source_manifest,
    }),
  )

// Corrected: the intent of the third unit holds the term "expense report"; "expense" alone is no term of the request.
// The example shows no manifest; the texts are chosen so that nothing but what it names matches.
test('KCP-276, KCP-259, KCP-260: §15.10.1, budget, staleness and audience', () => {
  const hints = (token_estimate: number, more: Fields = {}): Fields => ({ hints: { token_estimate, ...more } })
  const manifest = declared({ freshness_policy: { max_age_days: 365 } }, [
    {
      id: 'expense-approval-workflow',
      path: 'workflows/approval.md',
      intent: 'Who approves an expense report, and in which order?',
      ...hints(6000, { summary_unit: 'expense-approval-workflow-tldr' }),
    },
    {
      id: 'expense-approval-workflow-tldr',
      path: 'workflows/approval-tldr.md',
      intent: 'Who approves what, in short?',
      ...hints(600, { summary_of: 'expense-approval-workflow' }),
    },
    {
      id: 'expense-policy-eu',
      path: 'policies/expense-eu.md',
      intent: 'What may employees in the EU claim?',
      triggers: ['EU expense report'],
      ...hints(1200),
    },
    {
      id: 'submit-expense-report',
      path: 'capabilities/expense-submit.md',
      intent: 'How do I hand in what I paid?',
      triggers: ['expense report', 'reimbursement'],
      ...hints(1800),
    },
    {
      id: 'expense-policy-2019',
      path: 'policies/expense-2019.md',
      intent: 'What could be claimed in 2019?',
      triggers: ['expense report', 'reimbursement'],
      validated: '2019-06-01',
      ...hints(100),
    },
    { id: 'reimbursement-for-people', path: 'people.md', intent: 'Whom do I ask?', audience: ['human'], ...hints(100) },
  ])
  const request: QueryRequest = {
    terms: ['expense report', 'reimbursement'],
    audience: 'agent',
    sensitivity_max: 'internal',
    max_token_budget: 4000,
    include_summaries: true,
    exclude_deprecated: true,
    exclude_stale: true,
    as_of: '2026-05-06',
  }
  expect(answer([manifest], request)).toEqual([
    {
      unit_id: 'submit-expense-report',
      score: 10,
      path: 'capabilities/expense-submit.md',
      token_estimate: 1800,
      summary_unit: null,
      match_reason: ['trigger'],
      source_manifest: null,
    },
    {
      unit_id: 'expense-policy-eu',
      score: 5,
      path: 'policies/expense-eu.md',
      token_estimate: 1200,
      summary_unit: null,
      match_reason: ['trigger'],
      source_manifest: null,
    },
    {
      unit_id: 'expense-approval-workflow-tldr',
      score: 3,
      path: 'workflows/approval-tldr.md',
      token_estimate: 600,
      summary_unit: null,
      match_reason: ['intent'],
      source_manifest: null,
    },
  ])
})

// Corrected: 9 instead of 6, since the intent ("deployment") and the id hold "deploy" too; id and path give one point together.
test('KCP-276, KCP-264: §15.10.2, the capability filter', () => {
  const manifest = declared({}, [
    {
      id: 'deploy-to-prod',
      path: 'runbooks/deploy-prod.md',
      intent: 'How do I deploy the service to the production Kubernetes cluster?',
      triggers: ['deploy', 'production', 'kubernetes', 'rollout'],
      requires_capabilities: ['tool:kubectl', 'permission:deploy-prod'],
      hints: { token_estimate: 3200 },
    },
    {
      id: 'deploy-overview',
      path: 'docs/deploy-overview.md',
      intent: 'What is the deployment architecture and release process?',
      triggers: ['deploy', 'release', 'architecture'],
      hints: { token_estimate: 1400 },
    },
  ])
  const request = { terms: ['deploy'], has_capabilities: ['tool:kubectl'] }
  expect(answer([manifest], request)).toEqual([
    {
      unit_id: 'deploy-overview',
      score: 9,
      path: 'docs/deploy-overview.md',
      token_estimate: 1400,
      summary_unit: null,
      match_reason: ['trigger', 'intent', 'id', 'path'],
      source_manifest: null,
    },
  ])
  expect(query([manifest], request, {}).omitted).toEqual([
    {
      ref: 'unit:harbor/deploy-to-prod',
      unit_id: 'deploy-to-prod',
      source_manifest: null,
      reason: 'capability',
      detail: 'It requires "permission:deploy-prod".',
    },
  ])
})

// Corrected: "docs/api-keys.md" holds "api-key", so path is a reason as well (6 stays: one point for id or path); the third unit's
// path holds a term here, as its score of 1 demands; relationship is a word of the vocabulary, and the hosts are public.
test('KCP-276, KCP-253: §15.10.3, results of three manifests', () => {
  const hub = declared(
    {
      project: 'Portal',
      manifests: [
        { id: 'payments-service', url: 'https://payments.example/knowledge.yaml', relationship: 'child' },
        { id: 'identity-service', url: 'https://identity.example/knowledge.yaml', relationship: 'child' },
      ],
    },
    [
      {
        id: 'portal-getting-started',
        path: 'docs/get-an-api-key.md',
        intent: 'Where do I begin?',
        hints: { token_estimate: 900 },
      },
    ],
  )
  const payments = declared(
    { project: 'Payments' },
    [
      {
        id: 'api-key-rotation',
        path: 'docs/api-keys.md',
        intent: 'When are keys replaced?',
        triggers: ['api-key'],
        hints: { token_estimate: 2100 },
      },
    ],
    'payments-service',
  )
  const identity = declared(
    { project: 'Identity' },
    [
      {
        id: 'oauth2-token-exchange',
        path: 'docs/oauth2.md',
        intent: 'How is a token exchanged?',
        triggers: ['authentication'],
        hints: { token_estimate: 3800 },
      },
    ],
    'identity-service',
  )
  expect(
    answer([hub, payments, identity], { terms: ['api-key', 'authentication'], federation_scope: 'declared' }),
  ).toEqual([
    {
      unit_id: 'api-key-rotation',
      score: 6,
      path: 'docs/api-keys.md',
      token_estimate: 2100,
      summary_unit: null,
      match_reason: ['trigger', 'id', 'path'],
      source_manifest: 'payments-service',
    },
    {
      unit_id: 'oauth2-token-exchange',
      score: 5,
      path: 'docs/oauth2.md',
      token_estimate: 3800,
      summary_unit: null,
      match_reason: ['trigger'],
      source_manifest: 'identity-service',
    },
    {
      unit_id: 'portal-getting-started',
      score: 1,
      path: 'docs/get-an-api-key.md',
      token_estimate: 900,
      summary_unit: null,
      match_reason: ['path'],
      source_manifest: null,
    },
  ])
})
