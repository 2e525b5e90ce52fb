import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { detectLanguage } from '../../text/lexicon/detect.ts'
import { loadLanguages, terms, typedWords } from '../../text/lexicon/lexicon.ts'

/** Words of tasks that matched a unit only weakly, and that neither its intent nor its triggers contain. */
interface ProposedTriggers {
  readonly id: string
  readonly triggers: readonly string[]
  readonly tasks: readonly string[]
}

export interface MissedTasks {
  readonly proposed: readonly ProposedTriggers[]
  /** Tasks for which nothing was found. */
  readonly unanswered: readonly string[]
}

const mostTriggers = 5
const mostTasks = 20

/** From the receipts on this machine; a person decides what becomes a trigger. */
export async function missedTriggers({ units }: Manifest, receipts: readonly Receipt[]): Promise<MissedTasks> {
  const weak = new Map<Unit, Set<string>>()
  const unanswered = new Set<string>()
  for (const { kind, strength, task, spans } of receipts) {
    if (kind !== undefined || task === '') continue
    if (strength === 'nothing') unanswered.add(task)
    if (strength !== 'weak') continue
    for (const span of spans) {
      const unit = units.find(({ id, path }) => span.path === path && span.ref.endsWith(`/${id}`))
      if (unit) weak.set(unit, (weak.get(unit) ?? new Set()).add(task))
    }
  }
  await loadLanguages([...weak.values()].flatMap((tasks) => [...tasks].map((task) => detectLanguage(task))))
  const proposed = [...weak].flatMap(([unit, tasks]): readonly ProposedTriggers[] => {
    const triggers = newWords(unit, [...tasks])
    return triggers.length === 0 ? [] : [{ id: unit.id, triggers, tasks: [...tasks] }]
  })
  return { proposed, unanswered: [...unanswered].slice(-mostTasks) }
}

/** The most asked first, then as asked. */
function newWords({ intent, triggers = [] }: Unit, tasks: readonly string[]): readonly string[] {
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const task of tasks) {
    const language = detectLanguage(task)
    const known = new Set(terms([intent, ...triggers].join('\n'), language))
    for (const { typed, terms: own } of typedWords(task, language)) {
      const [first] = own
      if (first === undefined || own.some((term) => known.has(term)) || typed.length < 3) continue
      const found = counts.get(first) ?? { word: typed.toLowerCase(), count: 0 }
      found.count += 1
      counts.set(first, found)
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, mostTriggers)
    .map(({ word }) => word)
}
