/**
 * What doors import: every use case with the types they need. `src/index.ts` exports a few of them.
 */

// Open the knowledge of a workspace
export type { Caller } from './decide/ask-gates.ts'
export { decideDeclared as decide, type DecisionOptions, type DecisionSubject } from './decide/decide-declared.ts'
export { usableUnits, type UsableUnit } from './decide/usable-units.ts'
export type { Usable } from './decide/usable.ts'
export { openOptionsFor, ownMachine, personConfig } from './open/config.ts'
export { findWorkspace } from './open/find-workspace.ts'
export { listCatalog, openCatalog, withDocuments } from './open/open-catalog.ts'
export { openForPerson } from './open/open-for-person.ts'
export { openKnowledge, type Knowledge, type OpenOptions } from './open/open.ts'
export { remoteOptions } from './open/remote.ts'
export type { Config, Restraints } from '../model/documents/config.ts'

// List it
export { catalogRecord } from './list/catalog-record.ts'
export { changedEntries } from './list/changed-entries.ts'
export { catalogMetadata, describePack, inspectPackFolder } from './list/describe-pack.ts'
export type { ReleasedList, ListOptions } from './list/list.ts'
export type { ReleasedSummary, Summary } from './list/summary.ts'
export type { CatalogRecord } from '../catalog/forms/record.ts'
export { lapsedEntries } from '../catalog/lapsed.ts'
export { catalogRefs, withUnlisted } from '../catalog/refs.ts'

// Activate an entry
export type { Activated } from './activate/activate-named.ts'
export type {
  ReleasedGuide,
  Guide,
  GuideOptions,
  RefusedGuide,
  Resource,
  UnknownGuide,
} from '../model/reading/guide.ts'
export type { ReleasedUnits, ListedUnit, UnitList, UnitsOptions } from '../model/reading/unit-list.ts'
export type { ReleasedUnit, UnitOptions, WholeUnit } from '../model/reading/whole-unit.ts'

// Read
export { contextRecord } from './read/context-record.ts'
export type { Why, WhyOptions } from './read/why.ts'
export { logUsage, writeRun } from './read/write-run.ts'
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
} from '../model/reading/read.ts'

// Query manifests (KCP §15)
export { query, type QueriedManifest } from './query/query-manifests.ts'
export { queryRemarks } from './tools/query-remarks.ts'
export type { QueryAnswer, QueryOmission, QueryRequest, QueryResponse, QueryResult } from '../model/reading/query.ts'
export { parseQuery } from '../parse/query-request.ts'

// Evidence behind claims
export type { ClaimEntry, Evidence, EvidenceOptions, ReleasedEvidence } from '../model/reading/evidence.ts'

// Explain decisions
export type { MatrixOptions } from './explain/decision-matrix.ts'
export type { ExplainOptions, Explanation } from './explain/explain.ts'
export { requesterIn } from './explain/requester-in.ts'
export { planAccess, selectAuth, type AccessPlan, type AuthMethod } from '../govern/auth-method.ts'
export type { Match } from '../model/reading/match.ts'

// Grant and approve
export { proposeApproval, saveApprovals, type ApprovalProposal, type StatusQuestion } from './grants/approvals.ts'
export { proposeGrants, type GrantProposal } from './grants/propose-grants.ts'
export { removeGrants, saveGrants, stillGranted } from './grants/save-grants.ts'

// Receipts: list, verify, replay, compare
export type { DiffSide, KnowledgeDiff } from './replay/diff-releases.ts'
export type { ImpossibleRepeat, RefusedRepeat, RepeatOptions } from './replay/past-release.ts'
export type { RehydratedContext, Rehydration } from './replay/rehydrate.ts'
export type { Replay } from './replay/replay.ts'
export { isUnrecorded } from './shared/record-release.ts'
export type { AuditEntry, Receipt, ReceiptSource, ReceiptSpan } from '../model/records/receipt.ts'
export type { ReceiptDiff, SpanPlace } from '../record/diff.ts'
export type { Drift } from '../record/drift.ts'
export { findReceipt, listReceipts, type ListedReceipts } from '../record/list.ts'
export { verifyReceipts, type VerifiedReceipts, type VerifyFailure } from '../record/verify.ts'

// Tools for models
export { readArguments } from './tools/arguments.ts'
export type { KnowledgeTool, StrictToolsOptions, ToolsOptions } from './tools/knowledge-tools.ts'
export { refusedReply } from './tools/refusal.ts'
export { factsInReply, isPlainRef, replyFacts, textsOf, type Reply } from './tools/reply.ts'
export {
  isPath,
  ModelSession,
  runTool,
  toolName,
  type OfferedTool,
  type ShownSession,
  type Tool,
  type ToolArguments,
  type ToolCall,
  type ToolContext,
} from './tools/tool.ts'
export { isOffered, tools } from './tools/tools.ts'
export {
  argumentSchema,
  type ArgumentSchema,
  type JsonSchema,
  type StrictArgumentSchema,
} from '../author/schema/json-schema.ts'

// Views for people
export { inspectAs, inspectInput, inspectRead, knowledgeAs, type Inspector } from './views/inspect-read.ts'
export { exportedReceipts, knownRefs, receiptTimeline, shownReceipt, type ReceiptReader } from './views/receipts.ts'

// Commands and sentences that several doors print
export { commandsFor, type Commands } from './shared/commands.ts'
export { commandsForOmitted, withoutHint } from './shared/opening-commands.ts'
export { ambiguousName, notFound, unknownCode } from './shared/not-found.ts'

// Validate and fix
export { closedManifests, type ClosedManifest } from './validate/closed-manifests.ts'
export { validateSource } from './validate/document-kinds.ts'
export { fixPaths, type FileChange, type FixedDocument, type FixedPaths } from './validate/fix-paths.ts'
export { inspectText } from './validate/inspect-text.ts'
export {
  validatePaths,
  validateRecords,
  type DocumentFile,
  type ValidatedDocument,
  type ValidatedPaths,
} from './validate/validate-paths.ts'
export { configSchema, manifestSchema, packSchema, questionsSchema, recordSchema } from '../author/schema/schemas.ts'
export type { Diagnostic, Fix, Place, Position, Range, Severity } from '../model/codes/diagnostic.ts'
export { parseManifest } from '../parse/manifest/manifest.ts'
export { parsePack } from '../parse/pack/pack.ts'
export { validateText, type Validation } from '../validate/validate.ts'

// Edit
export { completionsAt, type Completion } from './edit/complete.ts'
export { definitionAt } from './edit/define.ts'
export { describeAt } from './edit/describe.ts'
export { fixesAt, fixEverything, type FileEdits } from './edit/fixes.ts'
export { placeOf, Workspace, type EditFinding } from './edit/workspace.ts'

// Author packs and manifests
export type { AuthorPorts } from './author/authored-pack.ts'
export { listClaims, type ListedClaim } from './author/claims.ts'
export { compilePack } from './author/compile.ts'
export { exportManifest, exportPack, type Exported } from './author/export.ts'
export { checkHealth, type Health } from './author/health.ts'
export { importPack, type Imported } from './author/import.ts'
export { inspectForReview, type InspectedPack } from './author/inspect.ts'
export type { MadeOutputs } from './author/make-outputs.ts'
export { manifestUpkeep, type ManifestUpkeep } from './author/manifest-upkeep.ts'
export { migrateAuthored } from './author/migrate.ts'
export { proposeAnswer } from './author/propose.ts'
export { splitDocuments } from './author/split.ts'
export { setStatus, type ChangedStatus } from './author/status.ts'
export { initManifest, initPack, type InitOptions, type InitResult } from './init/init.ts'
export { updateManifest, type ManifestUpdate } from './init/update-manifest.ts'
export { namesNoSource } from '../author/compile/compile-facts.ts'
export type { PlannedFile } from '../author/compile/plan-outputs.ts'
export { packName } from '../author/draft/draft-pack.ts'
export { importKinds, importSource } from '../author/exchange/import-source.ts'
export { unifiedDiff } from '../author/edit/unified-diff.ts'

// Evaluate packs and check saved questions
export { checkQuestions, savedQuestions, type CheckedQuestion } from './evaluate/check-questions.ts'
export {
  compareBaseline,
  compareContexts,
  evaluationPasses,
  type ContextComparison,
  type SuiteComparison,
} from './evaluate/compare.ts'
export { openUnrecorded } from './evaluate/open-unrecorded.ts'
export { qualityOf, type Quality } from './evaluate/quality-rows.ts'
export { recordCase } from './evaluate/record-case.ts'
export { writeEvaluation, type WrittenRun } from './evaluate/write-evaluation.ts'
export type {
  CapturedRun,
  EvaluatedContext,
  EvaluatedSuite,
  EvaluateOptions,
  Evaluation,
  Grader,
  Grading,
  QualityRow,
} from '../model/records/evaluation.ts'

// Examine a workspace
export { examineKnowledge, type CheckResult, type Examination } from './doctor/examine.ts'

// Install
export type { InstallRefusal, InstallContext } from './install/install-context.ts'
export { addEntries, addFrozen, removeEntries, updateEntries, type InstallReport } from './install/install.ts'
export { listInstalled, type ListedInstall } from './install/list-installed.ts'
export type { WrittenEntry } from './install/write-entries.ts'
export { findDistribution, type FoundDistribution } from '../discover/find-distribution.ts'
export { lockFile } from '../distribute/installed-manifests.ts'

// Federate
export { discoverRemote, type RemoteDiscovery } from './federate/discover-remote.ts'
export { federate } from './federate/federate.ts'

// Publish and push
export { publish, type Published } from './publish/publish.ts'
export { nobody } from './publish/reader-for-everybody.ts'
export type { RequestedUnit } from './publish/requested-unit.ts'
export { unlistedServer } from './publish/unlisted-server.ts'
export { chooseFiles, pushWorkspace } from './push/push.ts'
export { agentCard, wellKnownDocument } from '../distribute/publish/site-documents.ts'
export type { LeftOutFile } from '../model/records/push.ts'

// Sign and verify
export { keyIdOf, signBytes, signEntry, type SignedFiles } from './sign/sign-entry.ts'
export { assertedOrigin, verifyBytes, verifyEntries, type Verified, type VerifyOptions } from './sign/verify-entries.ts'

// Integrate with clients
export { isUsed, planIntegration, type IntegrationPlan } from './integrate/integrate.ts'
export type { Client, ClientSurroundings, ServerCommand } from '../author/clients/client.ts'
export { clients, portableProgram, projectPath, serverCommand } from '../author/clients/clients.ts'
export { hookProgram, hookTexts, shellClients } from '../author/clients/shell-hooks.ts'

// Memory of past sessions
export { countForgetting, forget, type Forgetting } from './memory/forget.ts'
export { memoryToolsFor, type MemoryContext } from './memory/memory-tools.ts'
export { isRemembering, keptSince, type MemoryPorts, type MemoryScope } from './memory/memory.ts'
export { fenceFound, fenceMessages } from './memory/present.ts'
export { scanMemory } from './memory/scan.ts'
export { searchMemory } from './memory/search.ts'
export { listSessions, memoryStats, messagesOfProject, messagesOfSession, sessionsNamed } from './memory/sessions.ts'

// Workspaces: scan, search, dispatch
export { dispatchLines, dispatchPrompt } from './workspace/dispatch-text.ts'
export { dispatch } from './workspace/dispatch.ts'
export { exportKcp } from './workspace/export-kcp.ts'
export { commandsForGaps, findGaps, type Gap } from './workspace/gaps.ts'
export { impactOf, type Impact } from './workspace/impact.ts'
export { scanWorkspace } from './workspace/scan.ts'
export { fenceFiles, searchWorkspace } from './workspace/search.ts'
export { isWorkspaceOn, storedScan, storedSummary } from './workspace/stored-scan.ts'
export { checkNames } from './workspace/verify/fact.ts'
export { verifyDeclared, type Fact, type Verification } from './workspace/verify/verify.ts'
export { workspaceToolsFor } from './workspace/workspace-tools.ts'
export { gitIgnoreOfUser, type WorkspacePorts } from './workspace/workspace.ts'
export type { WorkspaceFileKind, WorkspaceFolder, WorkspaceScan, WorkspaceSummary } from '../model/records/workspace.ts'

// Fence and count text
export { fenceText } from '../fence/text.ts'
export { unfence, type Unfenced, type UnfenceOptions } from '../fence/unfence.ts'
export { countTokens } from '../text/tokens/tokens.ts'

// Types and the version
export type { Allowed, AllowedPack, AllowedUnit, Fenced } from '../model/decisions/brands.ts'
export type { Catalog, CatalogEntry, Root } from '../model/catalog.ts'
export type { Approval, Decision, Grant, Reason, Verdict } from '../model/decisions/decision.ts'
export type { EffectiveUnit } from '../model/documents/effective.ts'
export type { Manifest, Unit } from '../model/documents/manifest.ts'
export type { Pack } from '../model/documents/pack.ts'
export type { Files, FileTrouble, Ports, ReadFile, Receipts } from '../model/ports.ts'
export type { Requester } from '../model/decisions/requester.ts'
export { version } from '../version.ts'
