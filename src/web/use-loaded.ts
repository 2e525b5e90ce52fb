import { useEffect, useState } from 'preact/hooks'
import { Problem } from './api.ts'

/** A value that a view shows; it stays while the next one loads, so that nothing jumps. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  /** Milliseconds of the last answer. */
  readonly took: number | undefined
  reload(): void
}

/** Loads again whenever `key` differs; an answer to an earlier key is dropped. `undefined` loads nothing. */
export function useLoaded<Value>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Value>,
  /** Milliseconds to wait for another key before loading; the first loads at once. */
  pause = 0,
): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({ ...empty, isLoading: key !== undefined })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (key === undefined) {
      setState(empty)
      return undefined
    }
    const controller = new AbortController()
    setState((now) => ({ ...now, isLoading: true }))
    const timer = setTimeout(
      async () => {
        const begun = performance.now()
        try {
          const value = await load(controller.signal)
          if (controller.signal.aborted) return
          setState({ value, problem: undefined, isLoading: false, took: performance.now() - begun })
        } catch (error) {
          if (controller.signal.aborted) return
          const problem = error instanceof Problem ? error : new Problem(0, 'This page failed', String(error))
          setState((now) => ({ ...now, problem, isLoading: false }))
        }
      },
      state.value === undefined ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, round])
  return { ...state, reload: () => setRound((count) => count + 1) }
}

const empty = { value: undefined, problem: undefined, isLoading: false, took: undefined }
