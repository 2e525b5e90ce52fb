import type { Plugin } from '@opencode-ai/plugin'
import { openForPerson } from 'lorefence'
import { hooksFor } from './hooks.ts'

/** The only export: OpenCode takes every one for a plugin. */
export const LorefencePlugin: Plugin = async ({ client, directory }, options = {}) => {
  try {
    const knowledge = await openForPerson([directory], process.env)
    // Being watched keeps the catalog fresh; every hook looks at it anew.
    knowledge.onChange(() => undefined)
    return { ...hooksFor(knowledge, { directory, ...budgetIn(options) }), dispose: () => knowledge.close() }
  } catch (error) {
    await client.app.log({
      body: { service: 'lorefence', level: 'warn', message: error instanceof Error ? error.message : String(error) },
    })
    return {}
  }
}

function budgetIn({ maxTokens }: Readonly<Record<string, unknown>>): { readonly maxTokens?: number } {
  return typeof maxTokens === 'number' && Number.isSafeInteger(maxTokens) && maxTokens >= 0 ? { maxTokens } : {}
}
