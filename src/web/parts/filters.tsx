import { go, hrefOf, type Route } from '../router.ts'

/** The same view with another value of one parameter; a page number starts again. */
export function withParameter({ view, parts, query }: Route, name: string, value: string | undefined): string {
  const next = new URLSearchParams(query)
  if (value === undefined || value === '') next.delete(name)
  else next.set(name, value)
  if (name !== 'from' && name !== 'after') for (const page of ['from', 'after']) next.delete(page)
  return hrefOf(view, parts, next)
}

interface FilterProps {
  readonly route: Route
  readonly name: string
  readonly label: string
}

/** A choice that is part of the address. */
export function Choice({
  route,
  name,
  label,
  of,
  all = 'all',
}: FilterProps & { readonly of: readonly string[]; readonly all?: string }) {
  return (
    <label>
      {label}
      <select
        value={route.query.get(name) ?? ''}
        onChange={(event) => go(withParameter(route, name, event.currentTarget.value), { replace: true })}
      >
        <option value="">{all}</option>
        {of.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Words that are part of the address. */
export function Words({ route, name, label }: FilterProps) {
  return (
    <label>
      {label}
      <input
        type="search"
        value={route.query.get(name) ?? ''}
        onInput={(event) => go(withParameter(route, name, event.currentTarget.value), { replace: true })}
      />
    </label>
  )
}

/** Receipts of other workspaces that share the state folder, or only those of this one. */
export function Everywhere({ route }: { readonly route: Route }) {
  return (
    <label>
      Workspaces
      <select
        value={route.query.get('everywhere') ?? ''}
        onChange={(event) => go(withParameter(route, 'everywhere', event.currentTarget.value), { replace: true })}
      >
        <option value="">this one</option>
        <option value="true">all on this machine</option>
      </select>
    </label>
  )
}

/** A day that is part of the address. */
export function Day({ route, name, label }: FilterProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={route.query.get(name) ?? ''}
        onInput={(event) => go(withParameter(route, name, event.currentTarget.value), { replace: true })}
      />
    </label>
  )
}
