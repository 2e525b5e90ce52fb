import { listInstalled, type ListedInstall } from '../../../../app/index.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, type Verb } from '../../verb.ts'
import { nothingInstalled, printRefusals, refusalDiagnostics } from './report-install.ts'
import { installOptions, withInstallContext } from './install-context.ts'

export const listVerb: Verb = {
  name: 'list',
  summary: 'list the entries of lorefence.lock and of the catalog, and how their files differ',
  usage: 'list [options]',
  inputs: 'lorefence.lock and .kcp/catalog.yaml',
  outputs:
    'name, version, state (installed, edited, incomplete, in-place, not-installed) and source of each; ' +
    'nothing is fetched',
  examples: ['lorefence list', 'lorefence list --json'],
  options: installOptions,
  run(call) {
    const { values, terminal } = call
    return withInstallContext(call, async ({ world, catalog }) => {
      const { entries, refused } = listInstalled(world, catalog)
      if (values['json'] === true) {
        const diagnostics = refusalDiagnostics(refused)
        printRecord(terminal, { command: 'list', diagnostics }, { entries, refused })
      } else {
        for (const entry of entries) terminal.out(`${lineOf(entry)}\n`)
        if (entries.length + refused.length === 0) terminal.err(nothingInstalled)
        printRefusals(refused, terminal)
      }
      return refused.length > 0 ? exitCodes.findings : exitCodes.ok
    })
  },
}

function lineOf({ name, version, state, source, edited, missing, stale }: ListedInstall): string {
  const differing = [
    ...(edited.length > 0 ? [`${counted(edited.length, 'file')} edited`] : []),
    ...(missing.length > 0 ? [`${counted(missing.length, 'file')} missing`] : []),
    ...stale.map((why) => `stale: ${why}`),
  ]
  const parts = [name, version ?? '', state, source].filter((part) => part !== '')
  return visible([parts.join('  '), ...differing].join('; '))
}
