import { openRevision, type Revision } from '../../io/git/revision.ts'
import { text, UsageError, type Call } from './verb.ts'

export const sinceOption = {
  since: {
    type: 'string',
    value: 'REVISION',
    doc: 'A git revision; the commit at which the current branch left it is compared with the files here.',
  },
} as const

/** The revision of `--since`. */
export function sinceRevision(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  absent?: string,
): Revision | undefined {
  const name = text(values['since']) ?? absent
  if (name === undefined) return undefined
  const opened = openRevision(terminal.cwd, name)
  if (!opened.ok) throw new UsageError(`--since ${name} cannot be read. ${opened.detail}`)
  return opened.revision
}
