import type { ComponentChildren } from 'preact'

/** `good`, `warn` and `bad` always stand beside a word: no meaning is in the colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`mark ${tone}`}>{children}</span>
}
