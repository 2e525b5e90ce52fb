/** Scripts that are cut into runs of characters instead of words. */
export type Script = 'han' | 'hiragana' | 'katakana' | 'hangul' | 'southeast' | 'other'

const ranges: readonly (readonly [from: number, to: number, script: Script])[] = [
  [0x0e01, 0x0e4e, 'southeast'],
  [0x0e81, 0x0ecd, 'southeast'],
  [0x0edc, 0x0edf, 'southeast'],
  [0x1000, 0x103f, 'southeast'],
  [0x1050, 0x109f, 'southeast'],
  [0x1780, 0x17d3, 'southeast'],
  [0x3005, 0x3007, 'han'],
  [0x3041, 0x309f, 'hiragana'],
  [0x30a1, 0x30fa, 'katakana'],
  [0x30fc, 0x30ff, 'katakana'],
  [0x31f0, 0x31ff, 'katakana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xd840, 0xd888, 'han'],
  [0xf900, 0xfaff, 'han'],
]

/** Of a UTF-16 unit; the second half of a pair belongs to the first. */
function scriptOf(code: number): Script {
  if (code < 0x0e01) return 'other'
  for (const [from, to, script] of ranges) if (code >= from && code <= to) return script
  return 'other'
}

/** The parts of a run by script, in order. */
export function byScript(run: string): readonly (readonly [script: Script, part: string])[] {
  const parts: (readonly [Script, string])[] = []
  let start = 0
  let current: Script | undefined
  for (let i = 0; i < run.length; i++) {
    const code = run.charCodeAt(i)
    if (code >= 0xdc00 && code <= 0xdfff) continue
    const script = scriptOf(code)
    if (script === current) continue
    if (current !== undefined) parts.push([current, run.slice(start, i)])
    start = i
    current = script
  }
  if (current !== undefined) parts.push([current, run.slice(start)])
  return parts
}

export function hasOwnScript(run: string): boolean {
  for (let i = 0; i < run.length; i++)
    if (run.charCodeAt(i) >= 0x0e01 && scriptOf(run.charCodeAt(i)) !== 'other') return true
  return false
}
