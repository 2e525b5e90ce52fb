/** Who owns a requirement: the piece of work in which its acceptance can be shown. */
const owners = [
  'judge',
  'gate',
  'select',
  'fence',
  'mcp',
  'breadth',
  'federate',
  'serve',
  'author',
  'open',
  'later',
] as const
export type Owner = (typeof owners)[number]

export interface Requirement {
  readonly id: string
  readonly owners: readonly Owner[]
  /** In our own words, short. */
  readonly text: string
}

/** Owners whose work is finished: each of their requirements must be cited by a test. */
export const done: readonly Owner[] = ['judge', 'gate', 'select', 'fence', 'mcp']

/** `owners` is a list of words, as in `'judge gate'`. */
export const row = (id: string, names: string, text: string): Requirement => ({
  id,
  owners: names.split(' ') as Owner[],
  text,
})
