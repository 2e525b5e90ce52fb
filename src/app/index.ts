/**
 * What the doors import: every use case, and the parts of stages that a door shows. `src/index.ts` exports a few of
 * them.
 */
export { parseManifest } from '../parse/manifest/manifest.ts'
export { parsePack } from '../parse/pack/pack.ts'
export { validateText, type Validation } from '../validate/validate.ts'
export {
  validatePaths,
  validateRecords,
  type DocumentFile,
  type ValidatedDocument,
  type ValidatedPaths,
} from './validate/validate-paths.ts'
export { checkQuestions, savedQuestions, type CheckedQuestion } from './evaluate/check-questions.ts'
export { openUnrecorded } from './evaluate/open-unrecorded.ts'
export { closedManifests, type ClosedManifest } from './validate/closed-manifests.ts'
export { validateSource } from './validate/document-kinds.ts'
export { catalogMetadata, describePack, inspectPackFolder } from './list/describe-pack.ts'
export { catalogRecord } from './list/catalog-record.ts'
export { changedEntries } from './list/changed-entries.ts'
export type { CatalogRecord } from '../catalog/forms/record.ts'
export type { GivenList, ListOptions } from './list/list.ts'
export type { GivenSummary, Summary } from './list/summary.ts'
export { configSchema, manifestSchema, packSchema, questionsSchema, recordSchema } from '../author/schemas.ts'
export {
  argumentSchema,
  type ArgumentSchema,
  type JsonSchema,
  type StrictArgumentSchema,
} from '../author/json-schema.ts'
export { fixPaths, type FileChange, type FixedDocument, type FixedPaths } from './validate/fix-paths.ts'
export { completionsAt, type Completion } from './edit/complete.ts'
export { definitionAt } from './edit/define.ts'
export { describeAt } from './edit/describe.ts'
export { fixesAt, fixEverything, type FileEdits } from './edit/fixes.ts'
export { placeOf, Workspace, type EditFinding } from './edit/workspace.ts'
export { unifiedDiff } from '../author/unified-diff.ts'
export { clients, portableProgram, projectPath, serverCommand } from '../author/clients/clients.ts'
export { hookProgram, hookTexts, shellClients } from '../author/clients/shell-hooks.ts'
export type { Client, ServerCommand, ClientSurroundings } from '../author/clients/client.ts'
export { isUsed, planIntegration, type IntegrationPlan } from './integrate/integrate.ts'
export { initManifest, initPack, type InitOptions, type InitResult } from './init/init.ts'
export type { AuthorPorts } from './author/author-ports.ts'
export { compilePack } from './author/compile.ts'
export { namesNoSource } from '../author/compile/compile-facts.ts'
export type { MadeOutputs } from './author/make-outputs.ts'
export { splitDocuments } from './author/split.ts'
export { exportManifest, exportPack, type Exported } from './author/export.ts'
export { importPack, type Imported } from './author/import.ts'
export { importKinds, importSource } from '../author/import-source.ts'
export { packName } from '../author/draft-pack.ts'
export { manifestUpkeep, type ManifestUpkeep } from './author/manifest-upkeep.ts'
export { migrate } from './author/migrate.ts'
export { setStatus, type ChangedStatus } from './author/status.ts'
export { listClaims, type ListedClaim } from './author/claims.ts'
export { proposeAnswer } from './author/propose.ts'
export { checkHealth, type Health } from './author/health.ts'
export { inspectForReview, type InspectedPack } from './author/inspect.ts'
export type { PlannedFile } from '../author/compile/plan-outputs.ts'
export { updateManifest, type ManifestUpdate } from './init/update-manifest.ts'
export {
  compareBaseline,
  compareContexts,
  evaluationPasses,
  type ContextComparison,
  type SuiteComparison,
} from './evaluate/compare.ts'
export { qualityOf, type Quality } from './evaluate/quality-rows.ts'
export { recordCase } from './evaluate/record-case.ts'
export { writeEvaluation, type WrittenRun } from './evaluate/write-evaluation.ts'
export type { ExplainOptions, Explanation } from './explain/explain.ts'
export type { Why, WhyOptions } from './read/why.ts'
export { query, type QueriedManifest } from './query/query-manifests.ts'
export { parseQuery } from '../parse/query-request.ts'
export type { QueryAnswer, QueryOmission, QueryRequest, QueryResponse, QueryResult } from '../model/query.ts'
export type { Activated } from './activate/activate-named.ts'
export { contextRecord } from './read/context-record.ts'
export { openKnowledge, type Knowledge, type OpenOptions } from './open/open.ts'
export { openForPerson } from './open/open-for-person.ts'
export { readArguments } from './tools/arguments.ts'
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
export { refusedReply } from './tools/refusal.ts'
export { factsInReply, isPlainRef, replyFacts, textsOf, type Reply } from './tools/reply.ts'
export type { KnowledgeTool, StrictToolsOptions, ToolsOptions } from './tools/knowledge-tools.ts'
export { isOffered, tools } from './tools/tools.ts'
export { inspectAs, inspectInput, inspectRead, knowledgeAs, type Inspector } from './views/inspect-read.ts'
export type { Caller } from './decide/ask-gates.ts'
export { usableUnits, type UsableUnit } from './decide/usable-units.ts'
export { findWorkspace } from './open/find-workspace.ts'
export { listCatalog, openCatalog, withDocuments } from './open/open-catalog.ts'
export { remoteOptions } from './open/remote.ts'
export { decisionPrompt, missingLine, queryPrompt, queryRemarks } from './tools/model-forms.ts'
export type { StatusQuestion } from './grants/confirm-status.ts'
export type { Usable } from './decide/usable.ts'
export { proposeGrants, type GrantProposal } from './grants/propose-grants.ts'
export { discoverRemote, type RemoteDiscovery } from './federate/discover-remote.ts'
export { federate } from './federate/federate.ts'
export { keyIdOf, signBytes, signEntry, type SignedFiles } from './sign/sign-entry.ts'
export { assertedOrigin, verifyBytes, verifyEntries, type Verified, type VerifyOptions } from './sign/verify-entries.ts'
export { addEntries, addFrozen, removeEntries, updateEntries, type InstallReport } from './install/install.ts'
export { listInstalled, type ListedInstall } from './install/list-installed.ts'
export type { InstallRefusal, InstallWorld } from './install/install-world.ts'
export type { WrittenEntry } from './install/write-entries.ts'
export { findDistribution, type FoundDistribution } from '../discover/find-distribution.ts'
export { nobody } from './publish/reader-for-everybody.ts'
export { publish, type Published } from './publish/publish.ts'
export type { RequestedUnit } from './publish/requested-unit.ts'
export { unlistedServer } from './publish/unlisted-server.ts'
export { agentCard, wellKnownDocument } from '../distribute/publish/site-documents.ts'
export { lockFile } from '../distribute/installed-manifests.ts'
export { chooseFiles } from './push/choose-files.ts'
export { pushWorkspace } from './push/push.ts'
export type { LeftOutFile } from '../model/push.ts'
export { removeGrants, saveGrants, stillGranted } from './grants/stored-grants.ts'
export { proposeApproval, saveApprovals, type ApprovalProposal } from './grants/approve.ts'
export { lapsedEntries } from '../catalog/lapsed.ts'
export { catalogRefs, withUnlisted } from '../catalog/refs.ts'
export { commandsFor, commandsForOmitted, withoutHint, type Commands } from './shared/commands.ts'
export { ambiguousName, notFound, unknownCode } from './shared/not-found.ts'
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
export { isUnrecorded } from './shared/keep-receipt.ts'
export { findReceipt, listReceipts, type ListedReceipts } from '../record/list.ts'
export { verifyReceipts, type VerifiedReceipts, type VerifyFailure } from '../record/verify.ts'
export { exportedReceipts, knownRefs, receiptTimeline, shownReceipt, type ReceiptReader } from './views/receipts.ts'
export { requesterIn } from './explain/requester-in.ts'
export type { MatrixOptions } from './explain/decision-matrix.ts'
export { countTokens } from '../text/tokens/tokens.ts'
export { isRemembering, keptSince, type MemoryPorts, type MemoryScope } from './memory/memory.ts'
export { scanMemory } from './memory/scan.ts'
export { searchMemory } from './memory/search.ts'
export { listSessions, memoryStats, messagesOfProject, messagesOfSession, sessionsNamed } from './memory/sessions.ts'
export { countForgetting, forget, type Forgetting } from './memory/forget.ts'
export { memoryToolsFor, type MemoryContext } from './memory/memory-tools.ts'
export { workspaceToolsFor } from './workspace/workspace-tools.ts'
export { fenceFound, fenceMessages } from './memory/present.ts'
export { isWorkspaceOn, storedScan, storedSummary } from './workspace/stored-scan.ts'
export { gitIgnoreOfUser } from './workspace/git-ignore-of-user.ts'
export type { WorkspacePorts } from './workspace/workspace.ts'
export { scanWorkspace } from './workspace/scan.ts'
export { searchWorkspace } from './workspace/search.ts'
export { fenceFiles } from './workspace/present.ts'
export { exportKcp } from './workspace/export-kcp.ts'
export type { WorkspaceFileKind, WorkspaceFolder, WorkspaceScan, WorkspaceSummary } from '../model/workspace.ts'
export { verifyDeclared, type Fact, type Verification } from './workspace/verify/verify.ts'
export { checkNames } from './workspace/verify/fact.ts'
export { commandsForGaps, findGaps, type Gap } from './workspace/gaps.ts'
export { impactOf, type Impact } from './workspace/impact.ts'
export { dispatch, type Dispatch } from './workspace/dispatch.ts'
export { dispatchLines } from './workspace/dispatch-lines.ts'
export { dispatchPrompt } from './workspace/dispatch-prompt.ts'
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
  QualityRow,
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
