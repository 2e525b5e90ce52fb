import { updateEntries } from '../../../../app/index.ts'
import type { Verb } from '../../verb.ts'
import { reportInstall } from './report-install.ts'
import { dryRun, installOptions, inWorld } from './world-for.ts'

export const updateVerb: Verb = {
  name: 'update',
  summary: 'install what the sources of installed entries have now; files that you edited are kept',
  usage: 'update [name…] [options]',
  inputs: 'names of installed entries; without one all of lorefence.lock',
  outputs: 'what changed; exit 1 when an entry is invalid, 3 when a source is refused; then nothing is written',
  examples: ['lorefence update', 'lorefence update kiosk --dry-run'],
  network: 'as "lorefence add"',
  options: { ...installOptions, ...dryRun },
  run(call) {
    const { positionals, values } = call
    return inWorld(call, async ({ world, catalog }) =>
      reportInstall(
        'update',
        await updateEntries(world, positionals, { catalog, dryRun: values['dry-run'] === true }),
        call,
      ),
    )
  },
}
