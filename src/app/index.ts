/**
 * What the doors import: every use case, and the parts of stages that a door shows. `src/index.ts` exports a few of
 * them.
 */
export { parseManifest } from '../parse/manifest/manifest.ts'
export { parsePack } from '../parse/pack/pack.ts'
export { validateText, type Validation } from '../validate/validate.ts'
export { validatePaths, type ValidatedDocument, type ValidatedPaths } from './validate/validate-paths.ts'
export { checkQuestions, savedQuestions, type CheckedQuestion } from './check/check-questions.ts'
export { openUnrecorded } from './check/open-unrecorded.ts'
export { closedManifests, type ClosedManifest } from './validate/closed-manifests.ts'
export { validateSource } from './validate/document-kinds.ts'
export { validateRecords } from './validate/validate-records.ts'
export { describePack, inspectPackFolder } from './list/describe-pack.ts'
export { catalogMetadata } from './list/catalog-metadata.ts'
export { catalogRecord } from './list/catalog-record.ts'
export type { CatalogRecord } from '../catalog/forms/record.ts'
export type { GivenList, ListOptions } from './list/list.ts'
export type { GivenSummary, Summary } from './list/summary.ts'
export { configSchema, manifestSchema, packSchema, questionsSchema, recordSchema } from '../author/schemas.ts'
export type { JsonSchema } from '../author/json-schema.ts'
export { fixPaths, type FileChange, type FixedDocument, type FixedPaths } from './validate/fix-paths.ts'
export { unifiedDiff } from '../author/unified-diff.ts'
export { clients, serverCommand } from '../author/clients/clients.ts'
export type { Client, ServerCommand, Surroundings } from '../author/clients/client.ts'
export { isUsed, planIntegration, type IntegrationPlan } from './integrate/integrate.ts'
export { initManifest, initPack, type InitOptions, type InitResult } from './init/init.ts'
export { updateManifest, type ManifestUpdate } from './init/update-manifest.ts'
export { compareBaseline, type SuiteComparison } from './evaluate/compare-baseline.ts'
export { evaluationPasses } from './evaluate/evaluation-passes.ts'
export { writeEvaluation, type WrittenRun } from './evaluate/write-evaluation.ts'
export type { ExplainOptions, Explanation } from './explain/explain.ts'
export { fileOmission } from './explain/file-omission.ts'
export type { Why, WhyOptions } from './read/why.ts'
export { query, type QueriedManifest } from './query/query-manifests.ts'
export { parseQuery } from '../parse/query-request.ts'
export type { QueryAnswer, QueryOmission, QueryRequest, QueryResponse, QueryResult } from '../model/query.ts'
export type { Activated } from './guide/activate-named.ts'
export { contextRecord } from './read/context-record.ts'
export { openKnowledge, type Knowledge, type OpenOptions } from './open/open.ts'
export { openForPerson } from './open/open-for-person.ts'
export { usableUnits, type UsableUnit } from './decide/usable-units.ts'
export { findWorkspace } from './open/find-workspace.ts'
export { openCatalog, withDocuments } from './open/open-catalog.ts'
export { remoteOptions } from './open/remote.ts'
export { claimsPrompt, decisionPrompt, missingLine, queryPrompt } from './shared/model-forms.ts'
export { queryRemarks } from './shared/query-remarks.ts'
export type { StatusQuestion } from './grants/confirm-status.ts'
export type { Usable } from './decide/usable.ts'
export { proposeGrants, type GrantProposal } from './grants/grant.ts'
export { removeGrants, stillGranted } from './grants/end-grants.ts'
export { saveGrants } from './grants/save-grants.ts'
export { proposeApproval, saveApprovals, type ApprovalProposal } from './grants/approve.ts'
export { catalogRefs, withUnlisted } from '../catalog/refs.ts'
export { commandsFor, type Commands } from './doctor/commands.ts'
export { ambiguousName, notFound } from './shared/not-found.ts'
export { commandsForOmitted } from './shared/commands-for-omitted.ts'
export { examineKnowledge, type CheckResult, type Examination } from './doctor/examine.ts'
export { loadConfig, openOptionsFor, ownMachine, personConfig } from './open/config.ts'
export type { Config, Restraints } from '../model/config.ts'
export { logUsage, writeRun } from './read/write-run.ts'
export type { DiffSide, KnowledgeDiff } from './replay/diff-releases.ts'
export type { Rehydration, RehydratedContext } from './replay/rehydrate.ts'
export type { Replay } from './replay/replay.ts'
export type { ImpossibleRepeat, RefusedRepeat, RepeatOptions } from './replay/past-release.ts'
export type { Drift } from '../record/drift.ts'
export type { ReceiptDiff, SpanPlace } from '../record/diff.ts'
export { findReceipt, listReceipts, type ListedReceipts } from '../record/list.ts'
export { verifyReceipts, type VerifiedReceipts, type VerifyFailure } from '../record/verify.ts'
export { countTokens } from '../text/tokens/tokens.ts'
export { fenceText } from '../fence/text.ts'
export { unfence, type Unfenced, type UnfenceOptions } from '../fence/unfence.ts'
export { inspectText } from './validate/inspect-text.ts'
export { planAccess, selectAuth, type AccessPlan, type AuthMethod } from '../govern/auth-method.ts'
export { version } from '../version.ts'
export type { Diagnostic, Fix, Place, Position, Range, Severity } from '../model/diagnostic.ts'
export type { Manifest, Unit } from '../model/manifest.ts'
export type { Match } from '../model/match.ts'
export type {
  CapturedRun,
  EvaluatedContext,
  EvaluatedSuite,
  EvaluateOptions,
  Evaluation,
  Grader,
  Grading,
} from '../model/evaluation.ts'
export type { ClaimEntry, Evidence, EvidenceOptions, GivenEvidence } from '../model/evidence.ts'
export type { GivenGuide, Guide, GuideOptions, RefusedGuide, Resource, UnknownGuide } from '../model/guide.ts'
export type { Pack } from '../model/pack.ts'
export type { Allowed, AllowedPack, AllowedUnit, Fenced } from '../model/brands.ts'
export type { Catalog, CatalogEntry, Root } from '../model/catalog.ts'
export type { Approval, Decision, Grant, Reason, Verdict } from '../model/decision.ts'
export type { EffectiveUnit } from '../model/effective.ts'
export type { Files, FileTrouble, Ports, ReadFile, Receipts } from '../model/ports.ts'
export type {
  CitationGap,
  Excerpt,
  Omission,
  OmissionReason,
  ReadInputs,
  ReadOutcome,
  ReadRequest,
  ReadResult,
  SelectionReason,
} from '../model/read.ts'
export type { AuditEntry, Receipt, ReceiptSource, ReceiptSpan } from '../model/receipt.ts'
export type { Requester } from '../model/requester.ts'
export type { GivenUnit, UnitOptions, WholeUnit } from '../model/whole-unit.ts'
export type { GivenUnits, ListedUnit, UnitList, UnitsOptions } from '../model/unit-list.ts'
