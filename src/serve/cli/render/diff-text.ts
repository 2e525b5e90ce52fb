import { unifiedDiff } from '../../../app/index.ts'
import { concealSecrets, sourceOf } from './report/sources.ts'
import { visible } from './terminal/cells.ts'
import { paintWith } from './terminal/paint.ts'

/** A unified diff of two versions of a file, in which no secret of either is shown. */
export function concealedDiff(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): string {
  const [old, fresh] = [before, after].map((bytes) => (bytes ? new TextDecoder().decode(bytes) : ''))
  const secrets = [old, fresh].flatMap((text) => sourceOf(text ?? '').secrets)
  return concealSecrets(unifiedDiff(path, old ?? '', fresh ?? ''), secrets)
}

/** A coloured diff with control characters escaped; tabs and line breaks stay. */
export function paintDiff(diff: string, color: boolean): string {
  const paint = paintWith(color)
  const painted = diff.split('\n').map((line) => {
    const safe = `${line.replace(/\r$/, '').split('\t').map(visible).join('\t')}${line.endsWith('\r') ? '\r' : ''}`
    if (safe.startsWith('---') || safe.startsWith('+++')) return paint.bold(safe)
    if (safe.startsWith('@@')) return paint.cyan(safe)
    if (safe.startsWith('-')) return paint.red(safe)
    return safe.startsWith('+') ? paint.green(safe) : safe
  })
  return painted.join('\n')
}
