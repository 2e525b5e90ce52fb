import type { ComponentChildren } from 'preact'
import type { Problem } from '../api.ts'
import type { Loaded } from '../use-loaded.ts'

interface EmptyProps {
  readonly title: string
  readonly children?: ComponentChildren
  /** The page shows nothing else. */
  readonly isPage?: boolean
}

/** Nothing to show, and what would change that. */
export function Empty({ title, children, isPage = false }: EmptyProps) {
  return (
    <section class="state">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** What went wrong, and what to do. */
export function Failed({ problem, retry }: { readonly problem: Problem; readonly retry?: () => void }) {
  return (
    <section class="state" role="alert">
      <h2>{problem.message}</h2>
      {problem.detail === '' ? null : <p>{problem.detail}</p>}
      {retry ? (
        <button type="button" onClick={retry}>
          Try again
        </button>
      ) : null}
    </section>
  )
}

/** Shown late, so that fast answers do not flicker. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  )
}

interface WhenLoadedProps<Value> {
  readonly loaded: Loaded<Value>
  readonly what: string
  readonly children: (value: Value) => ComponentChildren
}

/** A loaded value, or its state. */
export function WhenLoaded<Value>({ loaded, what, children }: WhenLoadedProps<Value>) {
  const { value, problem, reload } = loaded
  if (problem) return <Failed problem={problem} retry={reload} />
  return value === undefined ? <Loading what={what} /> : <>{children(value)}</>
}
