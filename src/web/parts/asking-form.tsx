import type { EntryRow } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { defaultBudget, type Asking } from '../asking.ts'
import { factsOfRequester, factsText, parseFacts, type Facts } from '../facts.ts'
import type { PageIdentity } from '../identity.ts'
import { useLoaded } from '../use-loaded.ts'
import { FactInput } from './facts-form.tsx'
import { TypedInput } from './typed-input.tsx'

interface AskingFormProps {
  readonly asking: Asking
  readonly identity: PageIdentity
  readonly change: (asking: Asking) => void
}

/** The facts that manifests use most have fields of their own; all others are one text. */
const usual: readonly string[] = ['role', 'environment', 'clearance', 'region', 'model']

/** The facts that are usual, or those that are not. */
const onlyFacts = (facts: Facts, isUsual: boolean): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => usual.includes(name) === isUsual))

export function AskingForm({ asking, identity, change }: AskingFormProps) {
  const { task, budget = defaultBudget } = asking
  return (
    <form class="panel asking" onSubmit={(event) => event.preventDefault()}>
      <label>
        Task
        <textarea
          rows={3}
          value={task}
          placeholder="A question, as an agent would ask it"
          onInput={(event) => change({ ...asking, task: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>
          Budget: <output>{budget}</output> tokens
        </span>
        <input
          type="range"
          min={100}
          max={8000}
          step={100}
          value={budget}
          onInput={(event) => change({ ...asking, budget: Number(event.currentTarget.value) })}
        />
      </label>
      <PackChoice asking={asking} change={change} />
      <RequesterFields asking={asking} identity={identity} change={change} />
    </form>
  )
}

function PackChoice({ asking, change }: Pick<AskingFormProps, 'asking' | 'change'>) {
  const { value } = useLoaded('entries', () => api.get<{ readonly entries: readonly EntryRow[] }>('v1/entries'))
  const entries = value?.entries ?? []
  return (
    <label>
      Only from
      <TypedInput
        list="entry-names"
        value={asking.packs.join(' ')}
        placeholder="every pack and manifest"
        set={(text) => change({ ...asking, packs: text.split(/\s+/).filter(Boolean) })}
      />
      <datalist id="entry-names">
        {entries.slice(0, 500).map(({ ref, description }) => (
          <option key={ref} value={ref}>
            {description.slice(0, 80)}
          </option>
        ))}
      </datalist>
    </label>
  )
}

function RequesterFields({ asking, identity, change }: AskingFormProps) {
  const facts = asking.as === undefined ? factsOfRequester(identity.requester) : parseFacts(asking.as)
  const isFree = identity.rights.askAs
  const setFacts = (next: Facts): void => change({ ...asking, as: factsText(next) })
  const { as: _as, at: _at, ...plain } = asking
  const isOther = asking.as !== undefined || asking.at !== undefined
  return (
    <details open={isOther || matchMedia('(min-width: 60rem)').matches}>
      <summary>Asked by</summary>
      <fieldset disabled={!isFree}>
        <legend class="unseen">Asked by</legend>
        {isFree ? null : (
          <p class="small muted">Only the facts of your key: asking for others needs the credential of a person.</p>
        )}
        <div class="fields">
          {usual.map((name) => (
            <FactInput
              key={name}
              name={name}
              value={facts[name] ?? ''}
              set={(value) => setFacts({ ...facts, [name]: value.trim() })}
            />
          ))}
          <label>
            Date
            <input
              type="date"
              value={asking.at?.slice(0, 10) ?? ''}
              onChange={(event) => {
                const { at: _before, ...rest } = asking
                const at = event.currentTarget.value
                change(at === '' ? rest : { ...rest, at })
              }}
            />
          </label>
        </div>
        <label>
          Other facts
          <TypedInput
            value={factsText(onlyFacts(facts, false))}
            placeholder="scopes=read:legal,authenticated=true"
            set={(text) => setFacts({ ...onlyFacts(facts, true), ...parseFacts(text) })}
          />
        </label>
        {isOther ? (
          <p>
            <button type="button" onClick={() => change(plain)}>
              Back to yourself, today
            </button>
          </p>
        ) : null}
      </fieldset>
    </details>
  )
}
