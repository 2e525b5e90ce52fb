import { lapsedEntries, type Catalog } from '../../app/index.ts'
import { resolve } from 'node:path'
import { shellWord } from '../../text/messages/show-value.ts'
import { visible } from './render/terminal/cells.ts'
import { texts, type Call } from './verb.ts'

/** Why a server offers no tools for knowledge, and the command to run; `undefined` if it offers some. */
export function noToolsReason(
  catalog: Catalog,
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
): string | undefined {
  const { entries, quarantined } = catalog
  if (entries.some(({ enabled }) => enabled)) return undefined
  const others = [
    ...(values['memory'] === true ? ['past sessions'] : []),
    ...(values['workspace'] === true ? ['scanned files'] : []),
  ]
  const without = others.length > 0 ? `the only tools are those for ${others.join(' and ')}` : 'there are no tools'
  const [roots, packs] = [texts(values['root']), texts(values['packs'])]
  const folders = [...roots, ...packs].map((path) => resolve(terminal.cwd, path))
  const where = visible((folders.length > 0 ? folders : [terminal.cwd]).join(', '))
  if (entries.length + quarantined.length + lapsedEntries(catalog).length > 0)
    return `Nothing in ${where} can be used now, so ${without}. Run "lorefence doctor" for the reasons.`
  const start =
    packs.length > 0 && roots.length === 0
      ? ''
      : ` Start with: lorefence init${roots[0] === undefined ? '' : ` --root ${visible(shellWord(roots[0]))}`}`
  return `There is no knowledge in ${where} yet, so ${without}.${start}`
}
