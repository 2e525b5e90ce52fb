import type { Subject } from './gate.ts'

/** A short plain name: too little to talk to a model with. */
const names = /^[A-Za-z0-9:._-]{1,32}$/

/** Until a person has granted an entry, its author's free words stay out of the reasons, which a model may read. */
export function discreet(
  values: Readonly<Record<string, string>> | undefined,
  { builtin, grant }: Subject,
): Readonly<Record<string, string>> | undefined {
  if (values === undefined || builtin || (grant && !grant.changed)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' || names.test(value) ? value : '(shown once it is granted)',
    ]),
  )
}
