import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { bodyOf, type Asking } from '../asking.ts'
import { useLoaded } from '../use-loaded.ts'
import { Mark } from './mark.tsx'
import { VisibleText } from './visible-text.tsx'

interface Why {
  readonly ref: string
  readonly path?: string
  readonly given: boolean
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly rank?: number
  readonly scored: number
  readonly score?: number
  readonly bestScore?: number
  readonly matched: readonly string[]
  readonly unmatched: readonly string[]
  readonly because: string
  readonly change: readonly string[]
}

/** Several documents match. */
interface Targets {
  readonly targets: readonly string[]
  readonly total: number
}

/** Why a document was, or was not, selected. */
export function WhyNot({ asking, names }: { readonly asking: Asking; readonly names: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const [target, setTarget] = useState('')
  const { name: _name, ...body } = bodyOf(asking)
  const loaded = useLoaded(target === '' ? undefined : JSON.stringify({ ...body, target }), (signal) =>
    api.post<Why | Targets>('v1/why', { ...body, target }, signal),
  )
  return (
    <section class="panel">
      <h2>Why not this document?</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          setTarget(typed.trim())
        }}
      >
        <label class="grows">
          A unit, a pack, or any part of the path of a document
          <input
            list="left-out"
            value={typed}
            placeholder="refunds"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <datalist id="left-out">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit">Explain</button>
      </form>
      {loaded.problem ? (
        <p role="alert">
          {loaded.problem.status === 404
            ? `Nothing here has "${target}" in its name or path. The catalog lists every name.`
            : loaded.problem.message}
        </p>
      ) : null}
      {loaded.value && !loaded.problem && 'targets' in loaded.value ? (
        <Candidates
          {...loaded.value}
          choose={(chosen) => {
            setTyped(chosen)
            setTarget(chosen)
          }}
        />
      ) : null}
      {loaded.value && !loaded.problem && 'because' in loaded.value ? <Explained why={loaded.value} /> : null}
    </section>
  )
}

function Candidates({ targets, total, choose }: Targets & { readonly choose: (target: string) => void }) {
  return (
    <div role="status">
      <p>
        {total} fit{total > targets.length ? `; the first ${targets.length}` : ''}. Which one?
      </p>
      <ul class="candidates">
        {targets.map((target) => (
          <li key={target}>
            <button type="button" class="code" onClick={() => choose(target)}>
              <VisibleText text={target} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Explained({ why }: { readonly why: Why }) {
  const { ref, path, given, verdict, rank, scored, score, bestScore, matched, unmatched, because, change } = why
  return (
    <div role="status">
      <p>
        <Mark tone={given ? 'good' : verdict === 'allow' ? 'warn' : 'bad'}>
          {given ? 'selected' : verdict === 'allow' ? 'not selected' : verdict}
        </Mark>{' '}
        <VisibleText text={`${ref}${path === undefined ? '' : ` ${path}`}: ${because}`} />
      </p>
      {change.map((line) => (
        <p key={line} class="small">
          To change it: <VisibleText text={line} />
        </p>
      ))}
      <p class="small muted">
        {rank === undefined
          ? `None of ${scored} scored places is in it.`
          : `Place ${rank} of ${scored}, score ${rounded(score)} where the best has ${rounded(bestScore)}.`}
        {matched.length === 0 ? null : ` Has: ${matched.join(', ')}.`}
        {unmatched.length === 0 ? null : ` Lacks: ${unmatched.join(', ')}.`}
      </p>
    </div>
  )
}

const rounded = (score = 0): string => score.toFixed(3)
