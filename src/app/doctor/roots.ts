import type { Check } from './check.ts'

/** Nobody needs packs of their own; a folder that somebody named should be there. */
export const roots: Check = {
  id: 'roots',
  title: 'Folders to look into that are not there',
  look: ({ catalog, config }) =>
    catalog.roots
      .filter(({ exists, scope }) => !exists && scope !== 'user' && scope !== 'builtin')
      .map(({ path, scope }) => ({
        state: 'mend',
        path,
        detail: `It does not exist (${scope}). ${[...config.roots, ...config.organization].includes(path) ? 'Make it, or take it out of your config.' : 'Check how it is written.'}`,
      })),
}
