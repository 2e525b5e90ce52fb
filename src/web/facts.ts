/** Facts about a requester; the command line and addresses write them as `role=auditor,scopes=a+b`. */
export type Facts = Readonly<Record<string, string>>

interface FactField {
  readonly name: string
  readonly title: string
  readonly choices?: readonly string[]
}

/** The facts that a person can set here; others stay as they are in the address. */
export const factFields: readonly FactField[] = [
  { name: 'role', title: 'Role' },
  { name: 'environment', title: 'Environment' },
  { name: 'clearance', title: 'Clearance', choices: ['public', 'internal', 'confidential', 'restricted'] },
  { name: 'authenticated', title: 'Authenticated', choices: ['true', 'false'] },
  { name: 'scopes', title: 'Scopes' },
  { name: 'region', title: 'Region' },
  { name: 'model', title: 'Model', choices: ['local', 'external'] },
  { name: 'audience', title: 'Audience' },
  { name: 'capabilities', title: 'Capabilities' },
  { name: 'depth', title: 'Delegation depth' },
]

export function parseFacts(text: string): Facts {
  const pairs = text.split(',').map((part) => part.split(/=(.*)/s))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) => (value === '' ? [] : [[name.trim(), value.trim()]])),
  )
}

export const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .filter(([, value]) => value.trim() !== '')
    // A comma would begin another fact.
    .map(([name, value]) => `${name}=${value.replaceAll(',', ' ')}`)
    .join(',')

/** The facts of a requester of the API. */
export const factsOfRequester = (requester: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(requester).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      Array.isArray(value) ? value.join('+') : String(value),
    ]),
  )
