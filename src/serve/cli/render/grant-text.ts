import type { CatalogEntry, Commands, GrantProposal } from '../../../app/index.ts'
import { visible } from './terminal/cells.ts'
import { alignColumns, counted, markedName } from './terminal/words.ts'

/** What a grant would cover, one line for each entry, in columns. */
export function proposalLines(proposals: readonly GrantProposal[]): readonly string[] {
  return alignColumns(
    proposals.map((proposal) => [
      visible(markedName(proposal.ref)),
      visible(markedName(proposal.shown)),
      claims(proposal),
      size(proposal),
      hints(proposal),
    ]),
  )
}

/** Granted entries that are gone, whose grants would end, or that cannot be used, whose files stay closed. */
export const lapsedLines = (lapsed: readonly CatalogEntry[], { settle }: Pick<Commands, 'settle'>): readonly string[] =>
  lapsed.map((entry) =>
    visible(
      entry.lapsed === 'missing'
        ? `${entry.found.path} is gone: its grant ends, and what it restricted is open to other granted entries.`
        : `${entry.found.path} cannot be used: what it named stays closed until it is fixed, or until: ` +
            settle({ ...entry, lapsed: 'missing' }),
    ),
  )

export const declaredLines = (count: number, command: string): readonly string[] =>
  count === 0
    ? []
    : [
        visible(
          `${counted(count, 'declared manifest')} ${count === 1 ? 'is' : 'are'} not granted. To grant all: ${command}`,
        ),
      ]

/** What an entry declares about itself grants nothing; it is shown as a claim (AK-116, AK-117). */
function claims({ status, trust }: GrantProposal): string {
  return [status, trust === undefined ? '' : `claims ${trust}`].filter(Boolean).join(' · ')
}

const size = ({ files, bytes }: GrantProposal): string =>
  `${counted(Object.keys(files).length, 'file')}, ${shownBytes(bytes)}`

function shownBytes(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte')
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function hints(proposal: GrantProposal): string {
  const { secrets, injections, held, changed, gone, followed, signature } = proposal
  const unreadable = proposal.unreadable.filter((file) => !gone.includes(file))
  return [
    signature?.tier === 'failed' ? 'its signature does not hold' : '',
    signature?.edition && signature.tier !== 'failed' ? visible(`signed by ${signature.signers.join(', ')}`) : '',
    held ? 'already granted' : '',
    followed && !held ? 'followed now' : '',
    changed.length > 0 ? `${counted(changed.length, 'file')} new or changed: ${namesOf(changed)}` : '',
    gone.length > 0 ? `${counted(gone.length, 'file')} gone: ${namesOf(gone)}` : '',
    secrets > 0 ? counted(secrets, 'possible secret') : '',
    injections > 0
      ? `${counted(injections, 'place')} that ${injections === 1 ? 'addresses' : 'address'} the model`
      : '',
    unreadable.length > 0
      ? `${counted(unreadable.length, 'file')} cannot be read, such as ${visible(unreadable[0] ?? '')}`
      : '',
  ]
    .filter(Boolean)
    .join(', ')
}

const shownChanged = 5

function namesOf(files: readonly string[]): string {
  const more = files.length - shownChanged
  return `${files.slice(0, shownChanged).map(visible).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
