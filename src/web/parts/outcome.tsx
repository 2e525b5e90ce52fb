import type { Inspection } from '../../model/reading/inspection.ts'
import type { ReadOutcome } from '../../model/reading/read.ts'
import { Mark, type Tone } from './mark.tsx'
import { VisibleText } from './visible-text.tsx'

const meanings: Readonly<Record<ReadOutcome, { readonly tone: Tone; readonly sentence: string }>> = {
  answered: { tone: 'good', sentence: 'The best place is strong.' },
  weak: {
    tone: 'warn',
    sentence: 'Words are shared, but not enough: only the best place is released, marked as weak.',
  },
  nothing: { tone: 'plain', sentence: 'No granted text shares a specific word with the task.' },
  withheld: { tone: 'bad', sentence: 'Nothing granted is strong, and something that is withheld matches.' },
}

export function Outcome({ inspection, took }: { readonly inspection: Inspection; readonly took: number | undefined }) {
  const { outcome, tokens, budget, receipt, recommendation, requester, at } = inspection
  const { tone, sentence } = meanings[outcome]
  const facts = Object.entries(requester).map(([name, value]) => `${name}=${String(value)}`)
  return (
    <div class="outcome">
      <p>
        <Mark tone={tone}>{outcome}</Mark> {sentence}
      </p>
      {recommendation === undefined ? null : (
        <p>
          <VisibleText text={recommendation} />
        </p>
      )}
      <p class="small muted">
        {tokens} of {budget} tokens{took === undefined ? null : <> · {Math.round(took)} ms</>} · decided for{' '}
        {facts.length === 0 ? 'nobody in particular' : facts.join(', ')} as of {at.slice(0, 10)} · receipt{' '}
        <span class="code">{receipt}</span>
      </p>
    </div>
  )
}
