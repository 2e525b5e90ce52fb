import { join } from 'node:path'
import { catalogRefs, withoutHint, type Catalog, type ReadResult } from '../../../app/index.ts'
import { userConfigFolder } from '../../../io/stores/state-folder.ts'
import type { Switches } from '../../../model/ports.ts'
import type { Terminal } from '../verb.ts'
import { errLine } from './terminal/print.ts'
import { counted, noKnowledge } from './terminal/words.ts'

type Omission = Pick<ReadResult['omitted'][number], 'ref' | 'detail'>

/** Without the hint if the exact command follows; for ungranted entries only their number. */
export function omittedDetail({ ref, detail }: Omission, hasCommand = true): string {
  if (ref === 'ungranted') return detail.slice(0, detail.indexOf('.') + 1)
  return hasCommand ? withoutHint(detail) : detail
}

/** Why there was nothing to search, unless an omission explains it. */
export function reportNothingSearched(catalog: Catalog, switches: Switches, terminal: Terminal): void {
  const off = switches.disabled()
  const disabled = catalogRefs(catalog).filter((ref) => off.has(ref)).length
  if (isEmpty(catalog)) terminal.err(`${noKnowledge}\n`)
  else if (disabled > 0)
    terminal.err(`Not searched: ${counted(disabled, 'disabled entry', 'disabled entries')}. List: lorefence doctor\n`)
}

/** There is no entry, not even an invalid one or one that was granted and is gone. */
const isEmpty = ({ entries, quarantined, withheld = [] }: Catalog): boolean =>
  entries.length + quarantined.length + withheld.length === 0

/** The path of the user's own config, if a reason asks to change it. */
export function reportConfigPlace(reasons: readonly { readonly detail: string }[], terminal: Terminal): void {
  if (reasons.some(({ detail }) => detail.includes('in your own config')))
    errLine(terminal, `  Your own config: ${join(userConfigFolder(terminal.env), 'lorefence.yaml')}`)
}
