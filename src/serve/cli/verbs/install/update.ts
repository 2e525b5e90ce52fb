import { updateEntries } from '../../../../app/index.ts'
import type { Verb } from '../../verb.ts'
import { reportInstall } from './report-install.ts'
import { dryRun, installOptions, withInstallContext } from './install-context.ts'

export const updateVerb: Verb = {
  name: 'update',
  summary: 'update installed entries from their sources; files that you edited are kept',
  usage: 'update [name…] [options]',
  inputs: 'names of installed entries; by default all of lorefence.lock',
  outputs:
    'what changed; exit 1 when an entry is invalid, 3 when a source is refused; nothing is written in either case',
  examples: ['lorefence update', 'lorefence update kiosk --dry-run'],
  network: 'the same as "lorefence add"',
  options: { ...installOptions, ...dryRun },
  run(call) {
    const { positionals, values } = call
    return withInstallContext(call, async ({ world, catalog }) =>
      reportInstall(
        'update',
        await updateEntries(world, positionals, { catalog, dryRun: values['dry-run'] === true }),
        call,
      ),
    )
  },
}
