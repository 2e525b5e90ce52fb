import { removeEntries } from '../../../../app/index.ts'
import { UsageError, type Verb } from '../../verb.ts'
import { reportInstall } from './report-install.ts'
import { installOptions, withInstallContext } from './install-context.ts'

export const removeVerb: Verb = {
  name: 'remove',
  summary: 'remove installed entries; files that you edited or added are kept',
  usage: 'remove <name>… [options]',
  inputs: 'names of installed entries, as "lorefence list" shows them',
  outputs: 'what was removed and what was kept; the grant of a removed entry ends',
  examples: ['lorefence remove kiosk'],
  options: { root: installOptions.root, user: installOptions.user },
  run(call) {
    const { positionals } = call
    if (positionals.length === 0) throw new UsageError('remove takes the names of installed entries.')
    return withInstallContext(call, async ({ world }) =>
      reportInstall('remove', await removeEntries(world, positionals), call),
    )
  },
}
