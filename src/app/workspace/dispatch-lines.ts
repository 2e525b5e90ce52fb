import type { Dispatch } from './dispatch.ts'

/** A line for each thing, with its path as `shown` has it. Names are foreign text. */
export function dispatchLines(
  { skills, knowledge, read, files, conflicts, tokens }: Dispatch,
  shown: (path: string) => string,
): readonly string[] {
  return [
    ...skills.map(({ name, ref, root, path, tokens: size }) => {
      const place = ref ?? shown(`${root}/${path}`)
      return `skill      ${name}  ${place}  ${size} tokens`
    }),
    ...knowledge.map(({ ref, kind, tokens: size }) => `${kind.padEnd(9)}  ${ref}  ${size} tokens`),
    ...files.map(
      ({ root, path, line, tokens: size }) => `file       ${shown(`${root}/${path}`)}:${line}  ${size} tokens`,
    ),
    ...conflicts.map(({ root, path, state, with: work }) => {
      const place = work.path === undefined ? '' : `  ${shown(work.path)}`
      return `conflict   ${shown(`${root}/${path}`)}  ${state} in ${work.kind} ${work.name}${place}`
    }),
    `total      about ${tokens} tokens${read ? `; knowledge: ${read.outcome}, receipt ${read.receipt}` : ''}`,
  ]
}
