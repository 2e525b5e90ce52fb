import type { Verb } from './verb.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Verb>
}

/** The verbs in the order of the help. Each is loaded only when it is called. */
export const verbs: Readonly<Record<string, Entry>> = {
  validate: { summary: 'judge packs and manifests', load: async () => (await import('./verbs/validate.ts')).validateVerb },
}

/** Names of the existing reference tool, kept for scripts. */
export const aliases: Readonly<Record<string, Entry>> = {}
