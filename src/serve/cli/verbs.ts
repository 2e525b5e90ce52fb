import type { Verb } from './verb.ts'
import { hookVerb } from './verbs/hook/hook.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/**
 * Each verb is loaded only when it is called. Small ones that belong together share a file, and `hook` runs so often that
 * no file is opened for it. `help.ts` groups them.
 */
export const verbs: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'draft a first manifest or pack from existing documents',
    load: async () => (await import('./verbs/author/index.ts')).initVerb,
  },
  import: {
    summary: 'make a pack or manifest from knowledge in another form',
    load: async () => (await import('./verbs/author/index.ts')).importVerb,
  },
  split: {
    summary: 'split the documents of a pack by topic',
    load: async () => (await import('./verbs/author/index.ts')).splitVerb,
  },
  compile: {
    summary: 'compile the facts of a pack that name their source',
    load: async () => (await import('./verbs/author/index.ts')).compileVerb,
  },
  status: {
    summary: 'change the status of a pack, and record who did it and why',
    load: async () => (await import('./verbs/author/index.ts')).statusVerb,
  },
  claims: {
    summary: 'list the claims of a pack, or propose a correction',
    load: async () => (await import('./verbs/author/index.ts')).claimsVerb,
  },
  inspect: {
    summary: 'show what a reviewer needs to know about a pack',
    load: async () => (await import('./verbs/author/index.ts')).inspectVerb,
  },
  health: {
    summary: 'check the health of a pack in seven groups, and how it is used',
    load: async () => (await import('./verbs/author/index.ts')).healthVerb,
  },
  export: {
    summary: 'print a pack as a manifest or llms.txt, or a manifest as llms.txt',
    load: async () => (await import('./verbs/author/index.ts')).exportVerb,
  },
  migrate: {
    summary: 'update a pack to newer versions of the standard',
    load: async () => (await import('./verbs/author/index.ts')).migrateVerb,
  },
  hints: {
    summary: 'compute the hints and the version of a manifest, and propose triggers',
    load: async () => (await import('./verbs/author/index.ts')).hintsVerb,
  },
  validate: {
    summary: 'validate packs and manifests',
    load: async () => (await import('./verbs/validate/validate.ts')).validateVerb,
  },
  catalog: {
    summary: 'list packs and manifests',
    load: async () => (await import('./verbs/catalog/catalog.ts')).catalogVerb,
  },
  activate: {
    summary: 'print the guide of one pack, fenced as data',
    load: async () => (await import('./verbs/content.ts')).activateVerb,
  },
  read: {
    summary: 'print the text that answers a task, fenced as data',
    load: async () => (await import('./verbs/content.ts')).readVerb,
  },
  evidence: {
    summary: 'print the sources of a claim or a section, fenced as data',
    load: async () => (await import('./verbs/content.ts')).evidenceVerb,
  },
  query: {
    summary: 'find units of manifests by terms, filters and budget',
    load: async () => (await import('./verbs/content.ts')).queryVerb,
  },
  explain: {
    summary: 'show the verdict of every gate on one pack or unit, and why',
    load: async () => (await import('./verbs/explain/index.ts')).explainVerb,
  },
  why: {
    summary: 'show why a document was or was not selected for a task',
    load: async () => (await import('./verbs/explain/index.ts')).whyVerb,
  },
  trust: {
    summary: 'grant the use of packs and manifests, or revoke it',
    load: async () => (await import('./verbs/grants/index.ts')).trustVerb,
  },
  approve: {
    summary: 'approve or refuse one ref for 24 hours, where a gate asks for approval',
    load: async () => (await import('./verbs/grants/index.ts')).approveVerb,
  },
  enable: {
    summary: 'enable an entry that was disabled',
    load: async () => (await import('./verbs/grants/index.ts')).enableVerb,
  },
  disable: { summary: 'disable an entry', load: async () => (await import('./verbs/grants/index.ts')).disableVerb },
  eval: {
    summary: 'run the selection suites of packs, without a model',
    load: async () => (await import('./verbs/proof/index.ts')).evalVerb,
  },
  check: {
    summary: 'ask saved questions at two revisions, and show what changed',
    load: async () => (await import('./verbs/content.ts')).checkVerb,
  },
  replay: {
    summary: 'repeat the request of a receipt: the same bytes, or what drifted',
    load: async () => (await import('./verbs/proof/index.ts')).replayVerb,
  },
  rehydrate: {
    summary: 'restore the context of a receipt',
    load: async () => (await import('./verbs/proof/index.ts')).rehydrateVerb,
  },
  diff: {
    summary: 'compare two receipts, dates or requesters',
    load: async () => (await import('./verbs/proof/index.ts')).diffVerb,
  },
  receipts: {
    summary: 'verify, list, show or export the receipts of released text',
    load: async () => (await import('./verbs/proof/index.ts')).receiptsVerb,
  },
  sign: {
    summary: 'sign a manifest or a pack, or create a signing key',
    load: async () => (await import('./verbs/proof/index.ts')).signVerb,
  },
  verify: {
    summary: 'verify the signatures of manifests and packs, and their files',
    load: async () => (await import('./verbs/proof/index.ts')).verifyVerb,
  },
  fence: {
    summary: 'fence the text on stdin as data',
    load: async () => (await import('./verbs/filters/index.ts')).fenceVerb,
  },
  unfence: {
    summary: 'restore the text that was fenced',
    load: async () => (await import('./verbs/filters/index.ts')).unfenceVerb,
  },
  fetch: {
    summary: 'fetch a document over HTTPS, from public addresses only',
    load: async () => (await import('./verbs/remote/index.ts')).fetchVerb,
  },
  federate: {
    summary: 'fetch the manifests that your granted manifests declare',
    load: async () => (await import('./verbs/remote/index.ts')).federateVerb,
  },
  publish: {
    summary: 'write public knowledge as files for a web server',
    load: async () => (await import('./verbs/remote/index.ts')).publishVerb,
  },
  add: {
    summary: 'install packs and manifests from a repository, an archive, a folder or a catalog',
    load: async () => (await import('./verbs/install/index.ts')).addVerb,
  },
  list: {
    summary: 'list installed entries, and what the catalog offers',
    load: async () => (await import('./verbs/install/index.ts')).listVerb,
  },
  update: {
    summary: 'update installed entries from their sources',
    load: async () => (await import('./verbs/install/index.ts')).updateVerb,
  },
  remove: {
    summary: 'remove installed entries',
    load: async () => (await import('./verbs/install/index.ts')).removeVerb,
  },
  doctor: {
    summary: 'find problems in this workspace, each with the command that fixes it',
    load: async () => (await import('./verbs/doctor.ts')).doctorVerb,
  },
  schema: {
    summary: 'print the JSON Schema of a format',
    load: async () => (await import('./verbs/filters/index.ts')).schemaVerb,
  },
  integrate: {
    summary: 'set up Claude Code, Cursor, VS Code and other clients',
    load: async () => (await import('./verbs/integrate.ts')).integrateVerb,
  },
  hook: { summary: 'called by the hooks of a client: session start, shell commands', load: async () => hookVerb },
  memory: {
    summary: 'search past sessions of coding agents, once you have turned it on',
    load: async () => (await import('./verbs/memory.ts')).memoryVerb,
  },
  workspace: {
    summary: 'search the files of repositories with or without a manifest, once you have turned it on',
    load: async () => (await import('./verbs/workspace/workspace.ts')).workspaceVerb,
  },
  completion: {
    summary: 'print a completion script for bash, zsh or fish',
    load: async () => (await import('./verbs/filters/index.ts')).completionVerb,
  },
  lsp: {
    summary: 'serve an editor: findings, completion and fixes while you write',
    load: async () => (await import('./verbs/lsp.ts')).lspVerb,
  },
  mcp: { summary: 'serve this workspace to an MCP client', load: async () => (await import('./verbs/mcp.ts')).mcpVerb },
  serve: {
    summary: 'serve this workspace over HTTP: web page, JSON API, MCP, health and metrics',
    load: async () => (await import('./verbs/serving/index.ts')).serveVerb,
  },
  push: {
    summary: 'store the knowledge of a workspace in PostgreSQL for servers',
    load: async () => (await import('./verbs/serving/index.ts')).pushVerb,
  },
  key: {
    summary: 'add, list or revoke keys for clients of "lorefence serve"',
    load: async () => (await import('./verbs/serving/index.ts')).keyVerb,
  },
  store: {
    summary: 'export or import grants, approvals, keys and receipts, or prepare a database for them',
    load: async () => (await import('./verbs/serving/index.ts')).storeVerb,
  },
}

/** Names of the existing reference tool, kept for scripts. */
export const aliases: Readonly<Record<string, Entry>> = {
  'read-properties': {
    summary: 'print the frontmatter of a pack as JSON',
    load: async () => (await import('./verbs/reference/index.ts')).readPropertiesVerb,
  },
  'to-catalog': {
    summary: 'print the catalog metadata of packs as JSON',
    load: async () => (await import('./verbs/reference/index.ts')).toCatalogVerb,
  },
  'resolve-context': {
    summary: 'select the context of packs for a query, as JSON',
    load: async () => (await import('./verbs/reference/index.ts')).resolveContextVerb,
  },
  'validate-run': {
    summary: 'validate run records, source maps and selection suites',
    load: async () => (await import('./verbs/reference/index.ts')).validateRunVerb,
  },
}
