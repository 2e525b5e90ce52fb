import { unifiedDiff } from '../../../app/index.ts'

/**
 * The difference of two settings files. Other entries often contain keys and tokens, so quoted values that are not ours
 * are masked.
 */
export function settingsDiff(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
  ours: readonly string[],
): string {
  const shown = new Set([...ours, 'stdio', 'local'].map((word) => JSON.stringify(word)))
  const mask = (quoted: string, offset: number, line: string): string =>
    shown.has(quoted) || isKey(line, offset + quoted.length) ? quoted : '"…"'
  return unifiedDiff(path, before, after)
    .split('\n')
    .map((line) => line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, mask))
    .join('\n')
}

const isKey = (line: string, end: number): boolean => /^\s*[:=]/.test(line.slice(end))
