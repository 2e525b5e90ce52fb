import { storedRoot, storedWorkspaceOf } from '../../model/stored-root.ts'
import { text, texts, UsageError, type Call, type OptionTable } from './verb.ts'

export const workspaceOption = {
  workspace: {
    type: 'string',
    value: 'NAME',
    doc: 'A workspace that "lorefence push" stored in the database of --store, instead of a folder.',
  },
} as const satisfies OptionTable

export function workspaceName(written: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(written)) return written
  throw new UsageError(
    `"${written}" is no name for a workspace: use at most 64 letters, digits, "_", "-" and ".". Set one with --workspace.`,
  )
}

/** The stored workspace that a call is about, by one of its paths. */
export function storedWorkspaceIn({
  values,
  positionals = [],
}: Pick<Call, 'values'> & Partial<Call>): string | undefined {
  const names = [...texts(values['root']), ...positionals].flatMap((path) => storedWorkspaceOf(path) ?? [])
  const [name, other] = new Set(names)
  if (other !== undefined) throw new UsageError(`one command uses one stored workspace, not "${name}" and "${other}".`)
  return name === undefined ? undefined : workspaceName(name)
}

/** `--workspace` is short for the path of the stored workspace. */
export function atStoredRoot(call: Call): Call {
  const name = text(call.values['workspace'])
  if (name === undefined) return call
  if (texts(call.values['root']).length > 0)
    throw new UsageError('--workspace and --root contradict each other; remove one.')
  return { ...call, values: { ...call.values, root: [storedRoot(workspaceName(name))] } }
}
