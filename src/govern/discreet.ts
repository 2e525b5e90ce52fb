import type { Subject } from './gate.ts'

/** A short plain name, too short to hold instructions for a model. */
const plainName = /^[A-Za-z0-9:._-]{1,32}$/

/** Before a grant, free text of an author is kept out of the reasons, which a model may read. */
export function discreet(
  values: Readonly<Record<string, string>> | undefined,
  { builtin, grant }: Subject,
): Readonly<Record<string, string>> | undefined {
  if (values === undefined || builtin || (grant && !grant.changed)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' || plainName.test(value) ? value : '(shown once it is granted)',
    ]),
  )
}
