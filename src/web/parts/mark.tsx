import type { ComponentChildren } from 'preact'

/** Colour is never the only signal: each tone is shown with a word. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`mark ${tone}`}>{children}</span>
}

const tones: Readonly<Record<string, Tone>> = {
  allow: 'good',
  ask: 'warn',
  deny: 'bad',
  answered: 'good',
  weak: 'warn',
  nothing: 'plain',
  withheld: 'bad',
  same: 'good',
  drifted: 'warn',
  refused: 'bad',
}

/** The word of a verdict or an outcome. */
export const Verdict = ({ of }: { readonly of: string }) => <Mark tone={tones[of] ?? 'plain'}>{of}</Mark>
