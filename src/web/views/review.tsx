import { useState } from 'preact/hooks'
import type { ReviewedGrant } from '../../model/decisions/review.ts'
import { api, credential, Problem } from '../api.ts'
import type { PageIdentity } from '../identity.ts'
import { Choice } from '../parts/filters.tsx'
import { GrantedFiles } from '../parts/granted-files.tsx'
import { Mark, type Tone } from '../parts/mark.tsx'
import { Empty, WhenLoaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

interface Item {
  readonly id: string
  readonly ref: string
  readonly reason: string
  readonly path: string
  readonly asks: readonly { readonly gate: string; readonly code: string; readonly sentence: string }[]
  readonly detail: string
  readonly approvable: boolean
  readonly grantable: boolean
  readonly command?: string
  readonly refused?: { readonly by: string; readonly at: string; readonly note: string }
}

interface Queue {
  readonly items: readonly Item[]
  readonly mayAnswer: boolean
}

const reasons: Readonly<Record<string, { readonly title: string; readonly tone: Tone }>> = {
  approval: { title: 'needs approval', tone: 'warn' },
  changed: { title: 'changed since granted', tone: 'warn' },
  ungranted: { title: 'not granted', tone: 'plain' },
  disputed: { title: 'disputed', tone: 'bad' },
  stale: { title: 'stale', tone: 'warn' },
  'needs-review': { title: 'needs review', tone: 'plain' },
}

const shownAtOnce = 100

/** What waits for a person. */
export function ReviewView({ route }: ViewProps) {
  const [round, setRound] = useState(0)
  const loaded = useLoaded(`review ${round}`, (signal) => api.get<Queue>('v1/review', {}, signal))
  const again = (): void => setRound((count) => count + 1)
  const reason = route.query.get('reason')
  const [shown, setShown] = useState(shownAtOnce)
  return (
    <>
      <h1>Review</h1>
      <WhenLoaded loaded={loaded} what="the queue">
        {({ items, mayAnswer }) => {
          const wanted = items.filter((item) => reason === null || item.reason === reason)
          return (
            <>
              {mayAnswer || items.length === 0 ? null : <OperatorKey done={again} />}
              <div class="row">
                <Choice route={route} name="reason" label="Why it is here" of={Object.keys(reasons)} />
                <p role="status">
                  {wanted.length} {wanted.length === 1 ? 'item' : 'items'}
                </p>
              </div>
              {wanted.length === 0 ? (
                <Empty title="Nothing waits for you">
                  <p>
                    New packs and manifests, granted files that changed, and what is disputed, stale or asks for
                    approval are listed here. <code>lorefence init</code> starts a first manifest, and it appears here
                    to be granted.
                  </p>
                </Empty>
              ) : (
                <ul class="queue">
                  {wanted.slice(0, shown).map((item) => (
                    <QueueItem key={item.id} item={item} mayAnswer={mayAnswer} done={again} />
                  ))}
                </ul>
              )}
              {wanted.length > shown ? (
                <button type="button" onClick={() => setShown(shown + shownAtOnce)}>
                  Show more of {wanted.length}
                </button>
              ) : null}
            </>
          )
        }}
      </WhenLoaded>
    </>
  )
}

interface QueueItemProps {
  readonly item: Item
  readonly mayAnswer: boolean
  readonly done: () => void
}

function QueueItem({ item, mayAnswer, done }: QueueItemProps) {
  const { title, tone } = reasons[item.reason] ?? { title: item.reason, tone: 'plain' }
  return (
    <li class="panel">
      <div class="row">
        <h2 class="code">
          <VisibleText text={item.ref} />
        </h2>
        <Mark tone={tone}>{title}</Mark>
        <span class="muted small">
          <VisibleText text={item.path} />
        </span>
      </div>
      {item.asks.map(({ gate, code, sentence }) => (
        <p key={code}>
          <b>{gate}</b> <VisibleText text={sentence} />
        </p>
      ))}
      <p class="muted">
        {item.detail} {item.command === undefined ? null : <code>{item.command}</code>}
      </p>
      {item.refused ? (
        <p>
          <Mark tone="bad">refused</Mark> by {item.refused.by}, <Time at={item.refused.at} />:{' '}
          <VisibleText text={item.refused.note} />
        </p>
      ) : null}
      {item.grantable ? <Grant item={item} mayAnswer={mayAnswer} done={done} /> : null}
      {mayAnswer && item.approvable ? <Answer item={item} grant="Grant for 24 hours" done={done} /> : null}
    </li>
  )
}

/** The files are shown first, and exactly what was shown is granted. */
function Grant({ item, mayAnswer, done }: QueueItemProps) {
  const [isOpen, setOpen] = useState(false)
  const loaded = useLoaded(isOpen ? item.id : undefined, (signal) =>
    api.get<ReviewedGrant>(`v1/review/${item.id}`, {}, signal),
  )
  return (
    <>
      <p>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the files' : 'See what would be granted'}
        </button>
      </p>
      {isOpen ? (
        <WhenLoaded loaded={loaded} what="the files">
          {(grant) => (
            <>
              <GrantedFiles grant={grant} />
              {mayAnswer ? (
                <Answer item={item} grant="Grant these files" digest={grant.digest} done={done} retry={loaded.reload} />
              ) : null}
            </>
          )}
        </WhenLoaded>
      ) : null}
    </>
  )
}

interface AnswerProps {
  readonly item: Item
  /** The label of the button to grant. */
  readonly grant: string
  /** The digest of the files that were shown. */
  readonly digest?: string
  readonly done: () => void
  readonly retry?: () => void
}

/** A person's answer; it needs a note, because the record states why. */
function Answer({ item, grant, digest, done, retry }: AnswerProps) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const send = async (verdict: 'grant' | 'refuse'): Promise<void> => {
    setBusy(true)
    try {
      await api.post(`v1/review/${item.id}`, { verdict, note, ...(digest === undefined ? {} : { digest }) })
      done()
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, 'This page failed', String(error)))
    } finally {
      setBusy(false)
    }
  }
  const isReady = note.trim() !== '' && !isBusy
  return (
    <form class="row" onSubmit={(event) => event.preventDefault()}>
      <label class="grows">
        Note, kept with your answer
        <input value={note} maxLength={2000} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <button type="button" class="main" disabled={!isReady} onClick={() => send('grant')}>
        {grant}
      </button>
      <button type="button" disabled={!isReady} onClick={() => send('refuse')}>
        Refuse
      </button>
      {problem ? (
        <p role="alert">
          {problem.message}. {problem.detail}{' '}
          {retry && problem.status === 409 ? (
            <button type="button" onClick={retry}>
              Show them again
            </button>
          ) : null}
        </p>
      ) : null}
    </form>
  )
}

/** Reading needs no operator; answering does. */
function OperatorKey({ done }: { readonly done: () => void }) {
  const [key, setKey] = useState('')
  const [isRefused, setRefused] = useState(false)
  const take = async (event: Event): Promise<void> => {
    event.preventDefault()
    const before = credential.get()
    credential.set(key.trim())
    const identity = await api.get<PageIdentity>('v1/identity').catch(() => undefined)
    if (identity?.rights.operator) done()
    else credential.set(before)
    setRefused(identity?.rights.operator !== true)
  }
  return (
    <form class="row" onSubmit={take}>
      <p class="muted">
        You may look. To answer, use a key of <code>lorefence key add NAME --operator</code>.
      </p>
      <label>
        Operator key
        <input type="password" autocomplete="off" value={key} onInput={(event) => setKey(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={key.trim() === ''}>
        Use it
      </button>
      {isRefused ? <p role="alert">That is no operator key.</p> : null}
    </form>
  )
}
