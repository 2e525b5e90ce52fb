import type { Verb } from './verb.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/** The verbs in the order of the help. Each is loaded only when it is called. */
export const verbs: Readonly<Record<string, Entry>> = {
  init: { summary: 'draft a first manifest or pack from the documents that are there', load: async () => (await import('./verbs/init.ts')).initVerb },
  validate: { summary: 'judge packs and manifests', load: async () => (await import('./verbs/validate.ts')).validateVerb },
  catalog: { summary: 'list packs and manifests', load: async () => (await import('./verbs/catalog.ts')).catalogVerb },
  activate: { summary: 'give the guide of one pack, fenced as data', load: async () => (await import('./verbs/activate.ts')).activateVerb },
  read: { summary: 'give what answers a task, fenced as data', load: async () => (await import('./verbs/read.ts')).readVerb },
  explain: { summary: 'say what every gate says about one pack or unit, and why', load: async () => (await import('./verbs/explain.ts')).explainVerb },
  trust: { summary: 'grant the use of packs and manifests, or take it back', load: async () => (await import('./verbs/trust.ts')).trustVerb },
  approve: { summary: 'let what asks about one ref pass, for 24 hours', load: async () => (await import('./verbs/approve.ts')).approveVerb },
  enable: { summary: 'show and use an entry again that was switched off', load: async () => (await import('./verbs/enable.ts')).enableVerb },
  disable: { summary: 'switch an entry off', load: async () => (await import('./verbs/disable.ts')).disableVerb },
  eval: { summary: 'run the selection suites of packs, without a model', load: async () => (await import('./verbs/eval.ts')).evalVerb },
  doctor: { summary: 'say what is wrong or surprising here, and the command that mends it', load: async () => (await import('./verbs/doctor.ts')).doctorVerb },
  schema: { summary: 'print the JSON Schema of a format', load: async () => (await import('./verbs/schema.ts')).schemaVerb },
}

/** Names of the existing reference tool, kept for scripts. */
export const aliases: Readonly<Record<string, Entry>> = {
  'read-properties': { summary: 'print the frontmatter of a pack as JSON', load: async () => (await import('./verbs/read-properties.ts')).readPropertiesVerb },
  'to-catalog': { summary: 'print the catalog metadata of packs as JSON', load: async () => (await import('./verbs/to-catalog.ts')).toCatalogVerb },
  'validate-run': { summary: 'judge run records, source maps and selection suites', load: async () => (await import('./verbs/validate-run.ts')).validateRunVerb },
}
