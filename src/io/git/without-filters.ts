import { runGit, type RunGit } from './run-git.ts'

export type FilterOptions =
  | { readonly ok: true; readonly options: readonly string[] }
  | { readonly ok: false; readonly detail: string }

/** Options that switch off the filters which a repository defines itself; those of the person stay. */
export function withoutFilters(cwd: string, run: RunGit = runGit): FilterOptions {
  const listed = run(cwd, ['config', '--null', '--show-scope', '--name-only', '--list'])
  if (!listed.ok) return listed
  const fields = Buffer.from(listed.bytes).toString('utf8').split('\0')
  const options = new Set<string>()
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [scope = '', name = ''] = fields.slice(i, i + 2)
    if (!name.startsWith('filter.') || scope === 'global' || scope === 'system') continue
    // Git would split the option at the first sign of equality.
    if (name.includes('='))
      return {
        ok: false,
        detail: `The settings of this repository define the filter "${name}". Remove it to compare revisions.`,
      }
    options.add(`${name}=${name.endsWith('.required') ? 'false' : ''}`)
  }
  return { ok: true, options: [...options].flatMap((option) => ['-c', option]) }
}
