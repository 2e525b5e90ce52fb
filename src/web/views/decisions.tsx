import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { factFields, factsOfRequester, factsText, parseFacts, type Facts } from '../facts.ts'
import { FactInput, FactsForm } from '../parts/facts-form.tsx'
import { Choice, Day, withParameter, Words } from '../parts/filters.tsx'
import { Verdict } from '../parts/mark.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { Empty, WhenLoaded } from '../parts/states.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { go, type Route } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

type VerdictName = 'allow' | 'ask' | 'deny'
type Gates = Readonly<Record<string, readonly [VerdictName, string]>>

interface Decided {
  readonly verdict: VerdictName
  readonly gates: Gates
  readonly reasons: readonly {
    readonly gate: string
    readonly verdict: VerdictName
    readonly code: string
    readonly sentence: string
    readonly change?: string
  }[]
}

interface Row extends Decided {
  readonly ref: string
  readonly kind: string
  readonly to?: Decided
}

interface Matrix {
  readonly at: string
  readonly gates: readonly string[]
  readonly counts: Readonly<Record<VerdictName, number>>
  readonly refusals: Readonly<Record<string, number>>
  readonly flips: number
  readonly total: number
  readonly from: number
  readonly rows: readonly Row[]
}

const pageSize = 100

/** Every gate's verdict on everything, for one requester; and what another fact would change. */
export function DecisionsView({ route, identity }: ViewProps) {
  const { query } = route
  const parameters = Object.fromEntries([...query].filter(([name]) => name !== 'gates'))
  const loaded = useLoaded(
    query.toString(),
    (signal) => api.get<Matrix>('v1/decisions', { ...parameters, limit: pageSize }, signal),
    150,
  )
  const own = factsOfRequester(identity.requester)
  const asked = query.get('as')
  return (
    <>
      <h1>Decisions</h1>
      {identity.rights.askAs ? (
        <Requester route={route} own={own} facts={asked === null ? own : parseFacts(asked)} />
      ) : (
        <p class="muted">
          For <code>{identity.client}</code>: {factsText(own) || 'no facts are known'}. People with an operator key may
          ask for other requesters.
        </p>
      )}
      <div class="row">
        <Words route={route} name="filter" label="Ref or intent" />
        <Choice route={route} name="verdict" label="Verdict" of={['allow', 'ask', 'deny']} />
        <Choice route={route} name="gate" label="Refused by" of={loaded.value?.gates ?? []} all="any gate" />
        <Choice route={route} name="gates" label="Gates" of={['all']} all="those that refuse" />
      </div>
      <WhenLoaded loaded={loaded} what="decisions">
        {(matrix) => <Matrices matrix={matrix} route={route} />}
      </WhenLoaded>
    </>
  )
}

interface RequesterProps {
  readonly route: Route
  readonly own: Facts
  readonly facts: Facts
}

function Requester({ route, own, facts }: RequesterProps) {
  const changed = parseFacts(route.query.get('to') ?? '')
  const differing = factFields.find(
    ({ name }) => route.query.has('to') && (changed[name] ?? '') !== (facts[name] ?? ''),
  )
  const [chosen, choose] = useState(differing?.name ?? 'clearance')
  const setFacts = (next: Facts): void => go(withParameter(route, 'as', factsText(next) || ' '), { replace: true })
  const setChange = (value: string | undefined): void => {
    const to = value === undefined ? undefined : factsText({ ...facts, [chosen]: value }) || ' '
    const next = withParameter(route, 'to', to)
    go(to === undefined ? next.replace(/[?&]flips=true/, '') : next, { replace: true })
  }
  const isOwn = factsText(facts) === factsText(own)
  return (
    <section class="panel" aria-label="Requester">
      <div class="row spread">
        <h2>Who asks</h2>
        {isOwn ? null : (
          <button type="button" onClick={() => go(withParameter(route, 'as', undefined), { replace: true })}>
            Facts of my credential
          </button>
        )}
      </div>
      <FactsForm facts={facts} set={setFacts} />
      <div class="row">
        <Day route={route} name="at" label="As of" />
        <label>
          Change one fact
          <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {factFields.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <FactInput
          name={chosen}
          label="to"
          value={route.query.has('to') ? (changed[chosen] ?? '') : (facts[chosen] ?? '')}
          set={setChange}
        />
        {route.query.has('to') ? (
          <button type="button" onClick={() => setChange(undefined)}>
            Do not compare
          </button>
        ) : null}
      </div>
    </section>
  )
}

function Matrices({ matrix, route }: { readonly matrix: Matrix; readonly route: Route }) {
  const { counts, flips, total, from, rows, refusals, gates } = matrix
  const isComparing = route.query.has('to')
  const onlyFlips = route.query.get('flips') === 'true'
  const changing = new Set(
    rows.flatMap(({ gates: own, to }) => (to ? gates.filter((gate) => own[gate]?.[0] !== to.gates[gate]?.[0]) : [])),
  )
  const shown =
    route.query.get('gates') === 'all' ? gates : gates.filter((gate) => (refusals[gate] ?? 0) > 0 || changing.has(gate))
  return (
    <>
      <p class="row" role="status">
        <span>
          <Verdict of="allow" /> {counts.allow}
        </span>
        <span>
          <Verdict of="ask" /> {counts.ask}
        </span>
        <span>
          <Verdict of="deny" /> {counts.deny}
        </span>
        {isComparing ? (
          <a href={withParameter(route, 'flips', onlyFlips ? undefined : 'true')}>
            {onlyFlips ? 'Show all' : `${flips} ${flips === 1 ? 'changes' : 'change'} with that fact`}
          </a>
        ) : null}
      </p>
      {rows.length === 0 && route.query.size === 0 ? <NothingHere /> : null}
      {rows.length === 0 && route.query.size > 0 ? (
        <Empty title={isComparing && onlyFlips ? 'That fact changes nothing' : 'Nothing matches'}>
          <p>Clear a filter, or look at the catalog: what nobody granted is only a name here.</p>
        </Empty>
      ) : null}
      {rows.length === 0 ? null : (
        <div class="scrolls" tabIndex={0} role="region" aria-label="Verdicts">
          <table class="matrix">
            <caption class="unseen">Verdict of each gate for each pack and unit</caption>
            <thead>
              <tr>
                <th scope="col">Pack or unit</th>
                <th scope="col">Verdict</th>
                {shown.map((gate) => (
                  <th key={gate} scope="col" class="gate">
                    <span>{gate}</span>
                  </th>
                ))}
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <MatrixRow key={row.ref} row={row} gates={shown} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pages from={from} shown={rows.length} total={total} route={route} />
    </>
  )
}

function MatrixRow({ row, gates }: { readonly row: Row; readonly gates: readonly string[] }) {
  const { ref, verdict, to, reasons } = row
  const isFlip = to !== undefined && to.verdict !== verdict
  return (
    <tr class={isFlip ? 'flip' : undefined}>
      <th scope="row">
        <VisibleText text={ref} />
      </th>
      <td>
        <Verdict of={verdict} />
        {isFlip ? (
          <>
            {' → '}
            <Verdict of={to.verdict} />
          </>
        ) : null}
      </td>
      {gates.map((gate) => (
        <td key={gate} class="gate">
          <Cell before={row.gates[gate]} after={to?.gates[gate]} isCompared={to !== undefined} />
        </td>
      ))}
      <td class="why">
        {(reasons.length > 0 ? reasons : (to?.reasons ?? [])).map(({ gate, sentence, change }) => (
          <p key={gate}>
            <VisibleText text={sentence} />
            {change === undefined ? null : (
              <span class="muted">
                {' '}
                <VisibleText text={change} />
              </span>
            )}
          </p>
        ))}
      </td>
    </tr>
  )
}

const signs: Readonly<Record<VerdictName, string>> = { allow: '·', ask: '?', deny: '×' }

interface CellProps {
  readonly before: readonly [VerdictName, string] | undefined
  readonly after: readonly [VerdictName, string] | undefined
  readonly isCompared: boolean
}

/** A symbol to see, and a word for screen readers. */
function Cell({ before, after, isCompared }: CellProps) {
  const sign = (one: readonly [VerdictName, string] | undefined) =>
    one ? (
      <span class={`sign ${one[0]}`} title={`${one[0]}: ${one[1]}`}>
        <span aria-hidden="true">{signs[one[0]]}</span>
        <span class="unseen">{one[0]}</span>
      </span>
    ) : (
      <span class="unseen">not asked</span>
    )
  const isChanged = isCompared && before?.[0] !== after?.[0]
  return isChanged ? (
    <span class="change">
      {sign(before)}→{sign(after)}
    </span>
  ) : (
    sign(before)
  )
}

interface PagesProps {
  readonly from: number
  readonly shown: number
  readonly total: number
  readonly route: Route
}

function Pages({ from, shown, total, route }: PagesProps) {
  if (total <= pageSize) return null
  return (
    <p class="row">
      <span>
        {from + 1} to {from + shown} of {total}
      </span>
      {from > 0 ? <a href={withParameter(route, 'from', String(Math.max(0, from - pageSize)))}>Earlier</a> : null}
      {from + shown < total ? <a href={withParameter(route, 'from', String(from + pageSize))}>Later</a> : null}
    </p>
  )
}
