import { Mark, type Tone } from './mark.tsx'

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

/** A verdict or an outcome, in a word. */
export const Verdict = ({ of }: { readonly of: string }) => <Mark tone={tones[of] ?? 'plain'}>{of}</Mark>
