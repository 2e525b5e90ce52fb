import { useState } from 'preact/hooks'
import type { Inspection } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { askingHref, askingIn, bodyOf, defaultBudget, goAsking, type Asking } from '../asking.ts'
import { AskingForm } from '../parts/asking-form.tsx'
import { Excerpts } from '../parts/excerpts.tsx'
import { MissingKnowledge } from '../parts/nothing-here.tsx'
import { Omissions } from '../parts/omissions.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { TokenBar } from '../parts/token-bar.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { WhyNot } from '../parts/why-not.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

/** Milliseconds without a keystroke before a task is sent: every read is recorded. */
const typingPause = 300

/** A task and everything that was decided about it. */
export function PlaygroundView({ route, identity }: ViewProps) {
  const asking = askingIn(route)
  const change = (next: Asking): void => goAsking('playground', next)
  const hasTask = asking.task.trim() !== ''
  const body = JSON.stringify(bodyOf(asking))
  const read = useLoaded(
    hasTask ? body : undefined,
    (signal) => api.post<Inspection>('v1/inspect', bodyOf(asking), signal),
    typingPause,
  )
  return (
    <div class="playground">
      <h1 class="unseen">Playground</h1>
      <AskingForm asking={asking} identity={identity} change={change} />
      <div class="results" aria-busy={read.isLoading}>
        <MissingKnowledge />
        {hasTask ? null : <FirstSteps />}
        {hasTask && !read.problem && !read.value ? <Loading what="the answer" /> : null}
        {hasTask && read.problem ? <Failed problem={read.problem} retry={read.reload} /> : null}
        {hasTask && !read.problem && read.value ? (
          <Answer inspection={read.value} asking={asking} took={read.took} />
        ) : null}
      </div>
    </div>
  )
}

interface AnswerProps {
  readonly inspection: Inspection
  readonly asking: Asking
  readonly took: number | undefined
}

function Answer({ inspection, asking, took }: AnswerProps) {
  const { excerpts, omittedCounts } = inspection
  const omitted = Object.values(omittedCounts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <section class="panel" aria-live="polite">
        <Outcome inspection={inspection} took={took} />
        {inspection.parts.length === 0 ? null : (
          <TokenBar parts={tokenParts(inspection)} whole={Math.max(inspection.tokens, 1)} />
        )}
        <p class="row">
          <a href={askingHref('seen', asking)}>Exactly what the model sees</a>
        </p>
      </section>
      {excerpts.length === 0 ? null : (
        <section>
          <h2>Excerpts, in order</h2>
          <Excerpts inspection={inspection} />
        </section>
      )}
      <Remarks inspection={inspection} />
      <WhyNot asking={asking} names={namesLeftOut(inspection)} />
      <MoreTokens asking={asking} inspection={inspection} />
      <section class="panel">
        <h2>Left out: {omitted}</h2>
        <Omissions inspection={inspection} />
      </section>
    </>
  )
}

/** One part per section, and one for all envelopes together. */
function tokenParts({ parts }: Inspection) {
  const sections = parts.filter(({ kind }) => kind === 'section')
  const around = parts.filter(({ kind }) => kind === 'envelope')
  let entry = ''
  const titled = parts.flatMap(({ kind, title, tokens }) => {
    if (kind === 'envelope' && title !== 'end') entry = title
    return kind === 'section' ? [{ title: `${entry}: ${title}`, name: shortPlace(title), tokens }] : []
  })
  const envelopes = around.reduce((sum, { tokens }) => sum + tokens, 0)
  return [
    ...(sections.length > 0 ? titled : []),
    { title: 'envelopes and notes', name: 'envelopes and notes', tokens: envelopes },
  ]
}

/** A short name for the legend: the file and the last heading. */
function shortPlace(title: string): string {
  const [place = '', ...headings] = title.split(' › ')
  const file = place.split('/').at(-1) ?? place
  return [file, ...headings.slice(-1)].join(' › ')
}

function Remarks({ inspection }: { readonly inspection: Inspection }) {
  const { missing, warnings, citationGaps } = inspection
  if (missing.length + warnings.length + citationGaps.length === 0) return null
  return (
    <section class="panel">
      <h2>Missing facts and warnings</h2>
      <ul class="lines">
        {missing.map((line) => (
          <li key={line}>
            <VisibleText text={line} />
          </li>
        ))}
        {warnings.map(({ code, message, help }) => (
          <li key={`${code} ${message}`}>
            <span class="code">{code}</span> <VisibleText text={message} />
            {help === undefined ? null : <span class="muted"> {help}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Another read with a larger budget, on demand; it is recorded like the first. */
function MoreTokens({ asking, inspection }: Pick<AnswerProps, 'asking' | 'inspection'>) {
  const [asked, setAsked] = useState<string>()
  const larger = { ...asking, budget: (asking.budget ?? defaultBudget) + 500 }
  const key = JSON.stringify(larger)
  const more = useLoaded(asked === key ? key : undefined, (signal) =>
    api.post<Inspection>('v1/inspect', bodyOf(larger), signal),
  )
  const placeOf = ({ ref, path, range }: Inspection['excerpts'][number]): string => `${ref} ${path} ${range.start}`
  const known = new Set(inspection.excerpts.map(placeOf))
  const added = more.value?.excerpts.filter((excerpt) => !known.has(placeOf(excerpt))) ?? []
  return (
    <section class="panel">
      <div class="place">
        <h2>500 more tokens</h2>
        <button type="button" onClick={() => setAsked(key)}>
          What would they bring?
        </button>
      </div>
      {more.value ? (
        <div role="status">
          <p>
            {added.length === 0
              ? 'Nothing: what is left out is not left out for lack of room.'
              : `${added.length} more ${added.length === 1 ? 'excerpt' : 'excerpts'}, ` +
                `${more.value.tokens - inspection.tokens} tokens:`}
          </p>
          <ul class="lines">
            {added.map((excerpt) => (
              <li key={placeOf(excerpt)}>
                {excerpt.ref} <span class="code">{excerpt.path}</span> {excerpt.headings.join(' › ')} · {excerpt.tokens}{' '}
                tokens
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function FirstSteps() {
  return (
    <Empty title="Ask what an agent would ask">
      <p>
        Type a task. You see the passages that would be released, in which documents they stand, what was left out and
        by which gate, and exactly what the model would read. Change the requester or the date to see what somebody else
        gets.
      </p>
      <p class="muted">Every answer here is a read: it is decided by the same gates and recorded with a receipt.</p>
    </Empty>
  )
}

const namesLeftOut = ({ omitted }: Inspection): readonly string[] => [
  ...new Set(omitted.flatMap(({ ref, path }) => (path === undefined ? [ref] : [ref, path]))),
]
