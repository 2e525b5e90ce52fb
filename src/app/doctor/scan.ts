import { resolve } from 'node:path'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { Check, Examined } from './check.ts'

/** Reported by the check "shadowed". */
const collisions: ReadonlySet<string> = new Set(['AK612', 'AK803', 'AK804'])

/** What was not scanned: limits, folders that cannot be listed, links, invalid lists of manifests. */
export const scan: Check = {
  id: 'scan',
  title: 'Places that were not scanned',
  look: (examined) =>
    examined.catalog.diagnostics
      .filter(({ code, severity }) => !collisions.has(code) && (severity !== 'info' || code === 'AK117'))
      .map((diagnostic) => {
        const command = commandFor(diagnostic, examined)
        const { severity, message, help, where } = diagnostic
        return {
          state: severity === 'info' ? 'note' : 'fix',
          path: where.file,
          detail: help ? `${message} ${help}` : message,
          ...(command ? { command } : {}),
        }
      }),
}

function commandFor({ code, where: { file } }: Diagnostic, { catalog, commands }: Examined): string | undefined {
  const workspace = catalog.roots.find(({ scope }) => scope === 'workspace')?.path
  if (workspace === undefined || file.startsWith('~')) return undefined
  const place = resolve(workspace, file)
  switch (code) {
    case 'AK115':
      return catalog.roots.some(({ path }) => path === place) ? undefined : commands.lookInto('root', place)
    case 'AK116':
      return commands.system('chmod u+rx', place)
    case 'AK117':
      return commands.lookInto('packs', place)
    // The file that names the manifest is valid; "validate" has nothing to say about it.
    case 'KCP508':
      return undefined
    default:
      return commands.validate(place)
  }
}
