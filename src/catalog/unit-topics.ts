import type { Manifest, Unit } from '../model/documents/manifest.ts'
import { listLine, shortened } from '../text/markup/list-line.ts'
import { unitRef } from './refs.ts'
import { withoutCommands } from './withheld-metadata.ts'

/** The units of a manifest whose refs are in the set; of units with one id the first (KCP §7). */
export function unitsAmong(manifestRef: string, { units }: Manifest, refs: ReadonlySet<string>): readonly Unit[] {
  const seen = new Set<string>()
  return units.filter(({ id }) => refs.has(unitRef(manifestRef, id)) && !seen.has(id) && seen.add(id))
}

/**
 * The topics of units in at most `limit` characters: their intents if they fit, else their most common triggers or ids.
 */
export function unitTopics(declared: readonly Unit[], project: string): (limit: number) => string {
  const units = declared.map(withoutCommands)
  const intents = units
    .slice(0, mostIntents)
    .map(({ intent }) => listLine(intent.slice(0, mostCharacters)))
    .join(' ')
  if (units.length === 1) return (limit) => shortened(intents, limit)
  const labels = labelsOf(units, project)
  return (limit) =>
    labels.length === 0 || (units.length <= mostIntents && lengthOf(intents) <= limit)
      ? shortened(intents, limit)
      : joined(labels, limit)
}

/** More do not fit a line. */
const mostIntents = 20
const mostCharacters = 1000

const lengthOf = (text: string): number => [...text].length

interface Label {
  readonly text: string
  readonly units: number
  /** Place among the triggers of its unit. */
  readonly place: number
}

/** Labels of most units first, then the first ones of each unit; none that repeats an earlier one or the project. */
function labelsOf(units: readonly Unit[], project: string): readonly string[] {
  const labels = new Map<string, Label>()
  for (const { id, triggers = [] } of units) {
    for (const [place, text] of (triggers.length > 0 ? triggers : [id]).entries()) {
      const key = text.toLowerCase()
      const known = labels.get(key)
      labels.set(
        key,
        known ? { ...known, units: known.units + 1, place: Math.min(known.place, place) } : { text, units: 1, place },
      )
    }
  }
  return distinct(
    [...labels.values()].sort((a, b) => b.units - a.units || a.place - b.place),
    project,
  )
}

/** More do not fit a line. */
const mostLabels = 100

function distinct(labels: readonly Label[], project: string): readonly string[] {
  const usedWords = [wordsOf(project.slice(0, mostCharacters))]
  const kept: string[] = []
  for (const { text } of labels) {
    const label = listLine(text.slice(0, mostCharacters))
    const words = wordsOf(label)
    if (label === '' || usedWords.some((other) => other.includes(words) || words.includes(other))) continue
    usedWords.push(words)
    if (kept.push(label) === mostLabels) break
  }
  return kept
}

/** With a space on either side, so that only whole words match. */
const wordsOf = (text: string): string => ` ${text.toLowerCase().replace(/[\s_-]+/g, ' ')} `

/** Whole labels only, with an ellipsis if some are omitted. */
function joined(labels: readonly string[], limit: number): string {
  let text = ''
  for (const label of labels) {
    const longer = text === '' ? label : `${text}, ${label}`
    if (lengthOf(longer) + 1 > limit) return text === '' ? shortened(label, limit) : `${text}…`
    text = longer
  }
  return text
}
