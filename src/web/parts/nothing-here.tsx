import type { EntryRow } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { hrefOf } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from './states.tsx'

/** An empty workspace, and how to start. */
export const NothingHere = () => (
  <Empty title="No packs and no manifests here">
    <p>
      Start from documents that you have: <code>lorefence init</code> in this folder writes a{' '}
      <code>knowledge.yaml</code> that points at them, <code>lorefence init --pack</code> a pack. They appear here at
      once.
    </p>
    <p>
      Then <code>lorefence trust .</code>, or an operator in <a href={hrefOf('review')}>Review</a>, grants their text;
      before that nothing of it reaches a model.
    </p>
  </Empty>
)

/** What is missing before a task can be answered, if anything is. */
export function MissingKnowledge() {
  const { value } = useLoaded('entries', () => api.get<{ readonly entries: readonly EntryRow[] }>('v1/entries'))
  if (!value) return null
  if (value.entries.length === 0) return <NothingHere />
  if (value.entries.some(({ standing }) => standing !== 'ungranted')) return null
  return (
    <Empty title="Nothing is granted yet">
      <p>
        {value.entries.length} {value.entries.length === 1 ? 'entry waits' : 'entries wait'} for a person. Look at the
        files in <a href={hrefOf('review')}>Review</a>, or run <code>lorefence trust .</code> in the workspace.
      </p>
    </Empty>
  )
}
