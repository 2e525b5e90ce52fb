import { useState } from 'preact/hooks'
import type { Inspection } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { askingHref, askingIn, bodyOf, type Asking } from '../asking.ts'
import { diffRows } from '../line-diff.ts'
import { Outcome } from '../parts/outcome.tsx'
import { Empty, WhenLoaded } from '../parts/states.tsx'
import { TypedInput } from '../parts/typed-input.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { go, hrefOf } from '../router.ts'
import { useLoaded, type Loaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

/** The fenced text of a read; with a second requester, date or task, both side by side. */
export function SeenView({ route, identity }: ViewProps) {
  const [first, second] = [askingIn(route), askingIn(route, '2')]
  const isCompared = [...route.query.keys()].some((name) => name.endsWith('2'))
  const hasTask = first.task.trim() !== ''
  const one = useInspection(hasTask ? first : undefined)
  const two = useInspection(hasTask && isCompared ? second : undefined)
  const set = (values: Readonly<Record<string, string>>): void => {
    const query = new URLSearchParams(route.query)
    for (const [name, value] of Object.entries(values)) query.set(name, value)
    go(hrefOf('seen', [], query), { replace: true })
  }
  return (
    <>
      <h1>Exactly what the model sees</h1>
      <label>
        Task
        <textarea rows={2} value={first.task} onInput={(event) => set({ task: event.currentTarget.value })} />
      </label>
      {hasTask ? (
        <>
          <Compared route={route} identity={identity} set={set} />
          {isCompared ? (
            <SideBySide before={one} after={two} />
          ) : (
            <WhenLoaded loaded={one} what="the text">
              {(inspection) => <Alone inspection={inspection} asking={first} />}
            </WhenLoaded>
          )}
        </>
      ) : (
        <Empty title="No task yet">
          <p>
            Type a task above, or follow the link of an answer in the <a href={hrefOf('playground')}>playground</a>. You
            see every character that a model would get, also those that are usually hidden.
          </p>
        </Empty>
      )}
    </>
  )
}

const useInspection = (asking: Asking | undefined): Loaded<Inspection> =>
  useLoaded(
    asking && JSON.stringify(bodyOf(asking)),
    (signal) => api.post<Inspection>('v1/inspect', asking ? bodyOf(asking) : {}, signal),
    300,
  )

function Alone({ inspection, asking }: { readonly inspection: Inspection; readonly asking: Asking }) {
  return (
    <section class="panel">
      <Outcome inspection={inspection} took={undefined} />
      <div class="place">
        <a href={askingHref('playground', asking)}>Why these parts</a>
        <CopyButton text={inspection.text} />
      </div>
      <FencedText inspection={inspection} />
    </section>
  )
}

interface ComparedProps extends ViewProps {
  readonly set: (values: Readonly<Record<string, string>>) => void
}

/** How the second read differs. */
const sides = [
  { name: 'as', title: 'Facts', placeholder: 'role=contractor,clearance=public' },
  { name: 'at', title: 'Date', placeholder: '2026-01-31' },
  { name: 'task', title: 'Task', placeholder: 'another task' },
  { name: 'budget', title: 'Budget', placeholder: '2000' },
]

function Compared({ route, identity, set }: ComparedProps) {
  const compared = sides.filter(({ name }) => route.query.has(`${name}2`))
  const usable = identity.rights.askAs ? sides : sides.filter(({ name }) => name === 'task' || name === 'budget')
  return (
    <details class="panel" open={compared.length > 0}>
      <summary>Compare with another requester, date, task or budget</summary>
      <div class="compare">
        {usable.map(({ name, title, placeholder }) => (
          <div key={name} class="row">
            <label class="grows">
              {title}, left
              {name === 'task' ? (
                <input value={route.query.get('task') ?? ''} readOnly />
              ) : (
                <TypedInput
                  value={route.query.get(name) ?? ''}
                  placeholder={name === 'budget' ? placeholder : 'as you are, now'}
                  set={(text) => set({ [name]: text.trim() })}
                />
              )}
            </label>
            <label class="grows">
              {title}, right
              <TypedInput
                value={route.query.get(`${name}2`) ?? ''}
                placeholder={placeholder}
                set={(text) => set({ [`${name}2`]: text.trim() })}
              />
            </label>
          </div>
        ))}
      </div>
    </details>
  )
}

function SideBySide({ before, after }: { readonly before: Loaded<Inspection>; readonly after: Loaded<Inspection> }) {
  return (
    <WhenLoaded loaded={before} what="the first text">
      {(one) => (
        <WhenLoaded loaded={after} what="the second text">
          {(two) => <Difference one={one} two={two} />}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

function Difference({ one, two }: { readonly one: Inspection; readonly two: Inspection }) {
  const rows = diffRows(one.text, two.text)
  const differing = rows.filter(({ kind }) => kind !== 'same').length
  return (
    <section class="panel">
      <div class="two">
        <Outcome inspection={one} took={undefined} />
        <Outcome inspection={two} took={undefined} />
      </div>
      <p role="status">
        {differing === 0
          ? 'Both texts are the same.'
          : `${differing} ${differing === 1 ? 'line differs' : 'lines differ'}.`}
      </p>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Both texts">
        <table class="diff">
          <caption class="unseen">Both texts, line by line</caption>
          <thead>
            <tr>
              <th scope="col">Left: {one.tokens} tokens</th>
              <th scope="col">Right: {two.tokens} tokens</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, before, after }, index) => (
              <tr key={`${index} ${kind}`} class={kind}>
                <td class="text">{before === undefined ? null : <VisibleText text={before} />}</td>
                <td class="text">{after === undefined ? null : <VisibleText text={after} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The fenced text, part by part, each with its tokens beside it. */
function FencedText({ inspection }: { readonly inspection: Inspection }) {
  const { text, parts } = inspection
  if (text === '') return <p class="muted">Nothing was released: a model sees no text.</p>
  return (
    <div class="fenced">
      {parts.map(({ kind, start, end, tokens, title }) => (
        <div key={start} class={`fenced-part ${kind}`}>
          <span class="amount" title={`${tokens} tokens: ${title}`}>
            {tokens}
          </span>
          <div class="text">
            <VisibleText text={text.slice(start, end).replace(/\n$/, '')} />
          </div>
        </div>
      ))}
    </div>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const [status, setStatus] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      setStatus('This browser does not let a page copy')
    }
  }
  return (
    <span class="row">
      <button type="button" disabled={text === ''} onClick={copy}>
        Copy
      </button>
      <span role="status" class="small muted">
        {status}
      </span>
    </span>
  )
}
