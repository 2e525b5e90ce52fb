import type { Config } from '../../model/documents/config.ts'
import type { Check } from './check.ts'

/** The user's own packs are optional; a configured or named folder must exist. */
export const roots: Check = {
  id: 'roots',
  title: 'Roots that do not exist',
  look: ({ catalog, config }) =>
    catalog.roots
      .filter(({ exists, scope }) => !exists && scope !== 'user' && scope !== 'builtin')
      .map(({ path, scope }) => ({
        state: 'fix',
        path,
        detail: `It does not exist (${scope}). ${adviceOn(path, config)}`,
      })),
}

const adviceOn = (path: string, { roots: configured, organization }: Config): string =>
  [...configured, ...organization].includes(path) ? 'Create it, or remove it from your config.' : 'Check its spelling.'
