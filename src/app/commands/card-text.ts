import { fenceCommandCard } from '../../fence/text.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { FoundCard } from './find-card.ts'

const mostFlags = 10
const mostExamples = 4
/** Maximum characters of one line of a card, so that every card stays short. */
const longestLine = 160

/** A card as a model sees it: usage, options, examples, each on one line. */
export function cardText({ card, from }: FoundCard): Fenced {
  const { key, description, usage, flags, examples } = card
  const lines = [
    description,
    usage === '' ? '' : `usage: ${usage}`,
    ...flags.slice(0, mostFlags).map(({ flag, description: about }) => `${flag}  ${about}`.trimEnd()),
    ...examples.slice(0, mostExamples).map(({ invocation, use }) => `$ ${invocation}${use === '' ? '' : `  # ${use}`}`),
  ]
  const shown = lines.filter((line) => line !== '').map((line) => line.slice(0, longestLine))
  return fenceCommandCard({ command: key, from, lines: shown })
}
