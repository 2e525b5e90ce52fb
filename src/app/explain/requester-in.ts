import type { Requester } from '../../model/decisions/requester.ts'
import { requesterFields } from '../../model/tables/config-fields.ts'
import { readArguments } from '../tools/arguments.ts'

/** The facts in `role=auditor,scopes=a+b`, or sentences about what is wrong. An empty text has no facts. */
export function requesterIn(
  written: string,
): { readonly requester: Requester } | { readonly problems: readonly string[] } {
  const facts: Record<string, unknown> = {}
  const problems: string[] = []
  for (const part of written.split(',').filter((text) => text.trim() !== '')) {
    const [name = '', ...rest] = part.split('=').map((text) => text.trim())
    const value = rest.join('=')
    const field = Object.hasOwn(requesterFields, name)
      ? requesterFields[name as keyof typeof requesterFields]
      : undefined
    if (!field || value === '')
      problems.push(`"${part}" is no fact. Valid facts: ${Object.keys(requesterFields).join(', ')}.`)
    else if (field.type === 'list') facts[name] = value.split('+').filter((word) => word !== '')
    else facts[name] = field.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
  }
  if (problems.length > 0) return { problems }
  const read = readArguments(requesterFields, facts)
  return 'problems' in read ? read : { requester: read.args }
}
