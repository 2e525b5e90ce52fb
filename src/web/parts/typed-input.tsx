import { useEffect, useRef, useState } from 'preact/hooks'

/** Milliseconds without a keystroke before a value is applied. */
const pause = 400

interface TypedInputProps {
  readonly value: string
  readonly placeholder: string
  readonly class?: string
  /** The id of suggestions. */
  readonly list?: string
  readonly set: (value: string) => void
}

/** A field whose value is applied after a pause in typing, or at once when the field loses focus. */
export function TypedInput({ value, set, list, ...rest }: TypedInputProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef(0)
  const sent = useRef(value)
  // The latest callback, so that other changes meanwhile are not lost.
  const latest = useRef(set)
  latest.current = set
  const send = (text: string): void => {
    clearTimeout(timer.current)
    if (text === sent.current) return
    sent.current = text
    latest.current(text)
  }
  useEffect(() => {
    // Changed elsewhere, such as by a link.
    if (value.trim() !== sent.current.trim()) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      {...rest}
      {...(list === undefined ? {} : { list })}
      type="text"
      value={typed}
      onInput={({ currentTarget }) => {
        const text = currentTarget.value
        setTyped(text)
        clearTimeout(timer.current)
        timer.current = window.setTimeout(() => send(text), pause)
      }}
      onChange={({ currentTarget }) => send(currentTarget.value)}
    />
  )
}
