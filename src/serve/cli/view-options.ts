import { resolve } from 'node:path'
import { shellWord } from '../../text/messages/show-value.ts'
import { texts, type Call } from './verb.ts'

/** Options that make another verb open the same knowledge for the same requester. */
export function viewOptions({ values, terminal }: Pick<Call, 'values' | 'terminal'>): readonly string[] {
  const folders = (['root', 'packs', 'docs'] as const).flatMap((option) =>
    texts(values[option]).flatMap((path) => [`--${option}`, resolve(terminal.cwd, path)]),
  )
  const flags = (['no-user', 'respect-gitignore'] as const).flatMap((flag) =>
    values[flag] === true ? [`--${flag}`] : [],
  )
  return [...folders, ...flags, ...texts(values['as']).map((facts) => `--as=${shellWord(facts)}`)]
}
