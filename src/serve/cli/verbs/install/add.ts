import { addEntries, addFrozen } from '../../../../app/index.ts'
import { UsageError, type Verb } from '../../verb.ts'
import { reportInstall } from './report-install.ts'
import { dryRun, installOptions, withInstallContext } from './install-context.ts'

export const addVerb: Verb = {
  name: 'add',
  summary: 'install packs and manifests, and record them in lorefence.lock; this grants nothing',
  usage: 'add [source…] [options]\nadd --frozen',
  inputs:
    'owner/repo[/path][@ref] on GitHub, a folder, a .tgz or .zip, an https:// or git+https:// address; ' +
    'without a source, the entries of the catalog',
  outputs:
    'the installed entries below .agents/knowledge/; exit 1 when one is invalid or differs from the lock, ' +
    '3 when a source is refused; nothing is written in either case',
  examples: [
    'lorefence add harbor/knowledge',
    'lorefence add ./kiosk-pack.tgz',
    'lorefence add git+https://github.com/harbor/kcps.git//api@v1.2.0',
    'lorefence add --frozen',
  ],
  network:
    'fetches https:// sources as "lorefence fetch" does; git fetches from the hosts of "install: {git: [host]}" in ' +
    'your config; no credentials are used',
  options: {
    ...installOptions,
    frozen: { type: 'boolean', doc: 'Restore exactly what the lock lists, or fail.' },
    ...dryRun,
  },
  async run(call) {
    const { positionals: sources, values, terminal } = call
    const isFrozen = values['frozen'] === true
    if (isFrozen && sources.length > 0) throw new UsageError('--frozen takes no source; the lock lists them.')
    const options = { dryRun: values['dry-run'] === true }
    return withInstallContext(call, async ({ world, catalog }) => {
      const report = isFrozen
        ? await addFrozen(world, { ...options, catalog })
        : await addEntries(world, { ...options, sources, cwd: terminal.cwd, catalog })
      return reportInstall('add', report, call, { exact: isFrozen })
    })
  },
}
