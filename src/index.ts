/** The public library. Named exports only; everything else is internal. */
export {
  countTokens, fenceText, findReceipt, inspectText, listReceipts, manifestSchema, openForPerson, openKnowledge,
  packSchema, parseManifest, parsePack, proposeGrants, query, saveGrants, unfence, usableUnits, validatePaths,
  validateText, verifyReceipts, version,
} from './app/index.ts'
export type {
  Activated, Allowed, AllowedPack, AllowedUnit, Approval, AuditEntry, CapturedRun, Catalog, CatalogEntry,
  CitationGap, ClaimEntry, Config, Decision, Diagnostic, DiffSide, Drift, EvaluateOptions, EvaluatedContext,
  EvaluatedSuite, Evaluation, Evidence, EvidenceOptions, Excerpt, ExplainOptions, Explanation, Fenced, Fix,
  GivenEvidence, GivenGuide, GivenList, GivenSummary, GivenUnit, GivenUnits, Grader, Grading, Grant, GrantProposal,
  Guide, GuideOptions, ImpossibleRepeat, JsonSchema, Knowledge, KnowledgeDiff, ListOptions, ListedReceipts,
  ListedUnit, Manifest, Match, Omission, OmissionReason, OpenOptions, Pack, Place, Ports, Position, QueriedManifest,
  QueryAnswer, QueryOmission, QueryRequest, QueryResponse, QueryResult, Range, ReadInputs, ReadOutcome, ReadRequest,
  ReadResult, Reason, Receipt, ReceiptDiff, ReceiptSource, ReceiptSpan, RefusedGuide, RefusedRepeat,
  RehydratedContext, Rehydration, RepeatOptions, Replay, Requester, Resource, Restraints, Root, SelectionReason,
  Severity, SpanPlace, StatusQuestion, Summary, UnfenceOptions, Unfenced, Unit, UnitList, UnitOptions, UnitsOptions,
  UnknownGuide, Usable, UsableUnit, ValidatedDocument, ValidatedPaths, Validation, Verdict, VerifiedReceipts,
  VerifyFailure, WholeUnit, Why, WhyOptions,
} from './app/index.ts'
