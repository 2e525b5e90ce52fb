import type { CommandCard } from '../../model/records/command.ts'
import type { Invocation } from '../../parse/shell/invocations.ts'
import { bundledCard } from '../../parse/command/bundled-card.ts'

/** Where cards are looked up. */
export interface CardPlaces {
  /** The card of the project or the user for a key, which takes precedence over ours. Absent if neither has cards. */
  readonly own?: (key: string) => Promise<FoundCard | undefined>
  /** Our cards as text. */
  bundled(): string
}

export interface FoundCard {
  readonly card: CommandCard
  readonly from: 'project' | 'user' | 'bundled'
}

/** Other names of commands that have a card. */
const otherNames: Readonly<Record<string, string>> = {
  gradlew: 'gradle',
  mvnw: 'mvn',
  pip3: 'pip',
  fdfind: 'fd',
  batcat: 'bat',
  fly: 'flyctl',
  'docker-compose': 'docker compose',
}

/** The card of the longest known beginning of an invocation: `docker compose` before `docker`. */
export async function findCard({ words }: Invocation, { own, bundled }: CardPlaces): Promise<FoundCard | undefined> {
  const [name = '', ...rest] = words
  if (!/^[\w.+-]{1,64}$/.test(name)) return undefined
  const subcommands = rest.filter((word) => /^[a-z][\w-]{0,40}$/.test(word)).slice(0, 2)
  const names = Object.hasOwn(otherNames, name) ? [name, otherNames[name]] : [name]
  const keys = names.flatMap((one) => [2, 1, 0].map((count) => [one, ...subcommands.slice(0, count)].join(' ')))
  for (const key of keys) {
    const found = (await own?.(key)) ?? ours(key, bundled())
    if (found) return found
  }
  return undefined
}

function ours(key: string, bundled: string): FoundCard | undefined {
  const card = bundledCard(bundled, key)
  return card && { card, from: 'bundled' }
}
