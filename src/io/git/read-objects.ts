import { runGit, type RunGit } from './run-git.ts'

type ReadObjects =
  | { readonly ok: true; readonly objects: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly detail: string }

/** `<object> blob <size>`, a line break, the bytes and a line break, for each. */
export function readObjects(
  cwd: string,
  wanted: readonly string[],
  options: readonly string[] = [],
  run: RunGit = runGit,
): ReadObjects {
  const objects = new Map<string, Uint8Array>()
  if (wanted.length === 0) return { ok: true, objects }
  const batch = run(cwd, [...options, 'cat-file', '--batch'], wanted.map((object) => `${object}\n`).join(''))
  if (!batch.ok) return batch
  let at = 0
  while (at < batch.bytes.length) {
    const end = batch.bytes.indexOf(10, at)
    const [object = '', type, size] = Buffer.from(batch.bytes.subarray(at, end)).toString('utf8').split(' ')
    if (type !== 'blob') return { ok: false, detail: `The object ${object} of the revision is missing.` }
    const start = end + 1
    at = start + Number(size) + 1
    objects.set(object, batch.bytes.subarray(start, at - 1))
  }
  return { ok: true, objects }
}
