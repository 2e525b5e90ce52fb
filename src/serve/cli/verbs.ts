import type { Verb } from './verb.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/** The verbs in the order of the help. Each is loaded only when it is called. */
export const verbs: Readonly<Record<string, Entry>> = {
  init: { summary: 'draft a first manifest or pack from the documents that are there', load: async () => (await import('./verbs/init.ts')).initVerb },
  validate: { summary: 'judge packs and manifests', load: async () => (await import('./verbs/validate.ts')).validateVerb },
  read: { summary: 'give what answers a task, fenced as data', load: async () => (await import('./verbs/read.ts')).readVerb },
  trust: { summary: 'grant the use of packs', load: async () => (await import('./verbs/trust.ts')).trustVerb },
  schema: { summary: 'print the JSON Schema of a format', load: async () => (await import('./verbs/schema.ts')).schemaVerb },
}

/** Names of the existing reference tool, kept for scripts. */
export const aliases: Readonly<Record<string, Entry>> = {
  'read-properties': { summary: 'print the frontmatter of a pack as JSON', load: async () => (await import('./verbs/read-properties.ts')).readPropertiesVerb },
  'to-catalog': { summary: 'print the catalog metadata of packs as JSON', load: async () => (await import('./verbs/to-catalog.ts')).toCatalogVerb },
  'validate-run': { summary: 'judge run records, source maps and selection suites', load: async () => (await import('./verbs/validate-run.ts')).validateRunVerb },
}
