import type { AuthorPorts } from './author-ports.ts'

/** Maximum records of one second, which a number distinguishes. */
const attempts = 100

/** Writes a new `runs/<kind>-<time>.json`; returns its path in the pack. */
export function writeRecord(
  { writer, clock }: Pick<AuthorPorts, 'writer' | 'clock'>,
  root: string,
  kind: 'compile' | 'review' | 'health' | 'ingest',
  record: (runId: string) => object,
): string {
  const time = clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  for (let attempt = 1; ; attempt++) {
    const runId = `${kind}-${time}${attempt === 1 ? '' : `-${attempt}`}`
    const path = `runs/${runId}.json`
    const bytes = new TextEncoder().encode(`${JSON.stringify(record(runId), null, 2)}\n`)
    const written = writer.create(root, path, bytes)
    if (written.ok) return path
    if (written.trouble !== 'exists' || attempt === attempts)
      throw new Error(`"${path}" was not written. ${written.detail}`)
  }
}
