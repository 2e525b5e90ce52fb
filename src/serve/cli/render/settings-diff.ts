import { unifiedDiff } from '../../../app/index.ts'

/**
 * The difference of two settings files. Other entries stand nearby, often with keys and tokens in them: of every quoted
 * value that is not ours, only the quotes are shown.
 */
export function settingsDiff(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
  ours: readonly string[],
): string {
  const shown = new Set([...ours, 'stdio', 'local'].map((word) => JSON.stringify(word)))
  const quiet = (quoted: string, offset: number, line: string): string =>
    shown.has(quoted) || isKey(line, offset + quoted.length) ? quoted : '"…"'
  return unifiedDiff(path, before, after)
    .split('\n')
    .map((line) => line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, quiet))
    .join('\n')
}

const isKey = (line: string, end: number): boolean => /^\s*[:=]/.test(line.slice(end))
