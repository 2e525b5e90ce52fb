import type { Verb } from './verb.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/** The verbs in the order of the help. Each is loaded only when it is called. */
export const verbs: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'draft a first manifest or pack from the documents that are there',
    load: async () => (await import('./verbs/init/init.ts')).initVerb,
  },
  validate: {
    summary: 'judge packs and manifests',
    load: async () => (await import('./verbs/validate/validate.ts')).validateVerb,
  },
  catalog: {
    summary: 'list packs and manifests',
    load: async () => (await import('./verbs/catalog/catalog.ts')).catalogVerb,
  },
  activate: {
    summary: 'give the guide of one pack, fenced as data',
    load: async () => (await import('./verbs/activate.ts')).activateVerb,
  },
  read: {
    summary: 'give what answers a task, fenced as data',
    load: async () => (await import('./verbs/read.ts')).readVerb,
  },
  evidence: {
    summary: 'give what stands behind a claim or a section, fenced as data',
    load: async () => (await import('./verbs/evidence.ts')).evidenceVerb,
  },
  query: {
    summary: 'find units of manifests by terms, filters and budget',
    load: async () => (await import('./verbs/query.ts')).queryVerb,
  },
  explain: {
    summary: 'say what every gate says about one pack or unit, and why',
    load: async () => (await import('./verbs/explain.ts')).explainVerb,
  },
  why: {
    summary: 'say why a document was or was not given for a task',
    load: async () => (await import('./verbs/why.ts')).whyVerb,
  },
  trust: {
    summary: 'grant the use of packs and manifests, or take it back',
    load: async () => (await import('./verbs/trust.ts')).trustVerb,
  },
  approve: {
    summary: 'let what asks about one ref pass, for 24 hours',
    load: async () => (await import('./verbs/approve.ts')).approveVerb,
  },
  enable: {
    summary: 'show and use an entry again that was switched off',
    load: async () => (await import('./verbs/enable.ts')).enableVerb,
  },
  disable: { summary: 'switch an entry off', load: async () => (await import('./verbs/disable.ts')).disableVerb },
  eval: {
    summary: 'run the selection suites of packs, without a model',
    load: async () => (await import('./verbs/eval.ts')).evalVerb,
  },
  replay: {
    summary: 'ask the request of a receipt again: the same bytes, or what drifted',
    load: async () => (await import('./verbs/replay.ts')).replayVerb,
  },
  rehydrate: {
    summary: 'give the context of a receipt once more',
    load: async () => (await import('./verbs/rehydrate.ts')).rehydrateVerb,
  },
  diff: {
    summary: 'say what differs between two receipts, dates or requesters',
    load: async () => (await import('./verbs/diff.ts')).diffVerb,
  },
  receipts: {
    summary: 'verify, list, show or export the receipts of what was handed out',
    load: async () => (await import('./verbs/receipts.ts')).receiptsVerb,
  },
  fence: { summary: 'fence the text on stdin as data', load: async () => (await import('./verbs/fence.ts')).fenceVerb },
  unfence: {
    summary: 'give back the text that was fenced',
    load: async () => (await import('./verbs/unfence.ts')).unfenceVerb,
  },
  doctor: {
    summary: 'say what is wrong or surprising here, and the command that mends it',
    load: async () => (await import('./verbs/doctor.ts')).doctorVerb,
  },
  schema: {
    summary: 'print the JSON Schema of a format',
    load: async () => (await import('./verbs/schema.ts')).schemaVerb,
  },
  integrate: {
    summary: 'let Claude Code, Cursor, VS Code and other clients use what is here',
    load: async () => (await import('./verbs/integrate.ts')).integrateVerb,
  },
  hook: {
    summary: 'tell a new session of a client what knowledge there is',
    load: async () => (await import('./verbs/hook.ts')).hookVerb,
  },
  mcp: {
    summary: 'serve the knowledge here to an MCP client',
    load: async () => (await import('./verbs/mcp.ts')).mcpVerb,
  },
}

/** Names of the existing reference tool, kept for scripts. */
export const aliases: Readonly<Record<string, Entry>> = {
  'read-properties': {
    summary: 'print the frontmatter of a pack as JSON',
    load: async () => (await import('./verbs/reference/read-properties.ts')).readPropertiesVerb,
  },
  'to-catalog': {
    summary: 'print the catalog metadata of packs as JSON',
    load: async () => (await import('./verbs/reference/to-catalog.ts')).toCatalogVerb,
  },
  'resolve-context': {
    summary: 'select the context of packs for a query, as JSON',
    load: async () => (await import('./verbs/reference/resolve-context.ts')).resolveContextVerb,
  },
  'validate-run': {
    summary: 'judge run records, source maps and selection suites',
    load: async () => (await import('./verbs/reference/validate-run.ts')).validateRunVerb,
  },
}
