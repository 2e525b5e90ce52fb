import type { Requester } from '../../model/decisions/requester.ts'
import { requesterFields } from '../../model/tables/config-fields.ts'
import { suggest } from '../../text/messages/suggest.ts'
import { choice, UsageError, wholeNumber } from './verb.ts'

type FactName = keyof typeof requesterFields

/** `role=auditor,environment=production`: exactly these facts. A list is `scopes=a+b`, or its name is repeated. */
export function requesterFacts(written: readonly string[]): Requester {
  const facts: Record<string, unknown> = {}
  for (const part of written.flatMap((text) => text.split(','))) {
    const [name = '', ...rest] = part.split('=')
    const field = factNamed(name.trim())
    const value = rest.join('=').trim()
    if (value === '') throw new UsageError(`--as takes facts such as role=auditor, not "${part}".`)
    const key = field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const before = facts[key]
    if (requesterFields[field].type === 'list')
      facts[key] = [
        ...((before as readonly string[] | undefined) ?? []),
        ...value.split('+').filter((word) => word !== ''),
      ]
    else if (before !== undefined) throw new UsageError(`--as sets "${field}" twice.`)
    else facts[key] = readFact(field, value)
  }
  return facts
}

function factNamed(name: string): FactName {
  const names = Object.keys(requesterFields) as FactName[]
  const known = names.find((candidate) => candidate === name)
  if (known !== undefined) return known
  const near = suggest(name, names)
  throw new UsageError(
    `--as has no fact "${name}".${near ? ` Did you mean "${near}"?` : ''} Valid facts: ${names.join(', ')}.`,
  )
}

function readFact(name: FactName, value: string): unknown {
  const field = requesterFields[name]
  switch (field.type) {
    case 'choice':
      return choice(value, `as ${name}`, field.of)
    case 'boolean':
      return choice(value, `as ${name}`, ['true', 'false']) === 'true'
    case 'integer':
      return wholeNumber(value, `as ${name}`)
    default:
      return value
  }
}
