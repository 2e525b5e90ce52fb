export interface DiffRow {
  readonly kind: 'same' | 'removed' | 'added' | 'changed'
  readonly before?: string
  readonly after?: string
}

/** Maximum lines for a full comparison; longer texts are compared from both ends only. */
const most = 1500

/** Two texts side by side, line by line. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const [a, b] = [before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')]
  let [start, end] = [0, 0]
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (line: string): DiffRow => ({ kind: 'same', before: line, after: line })
  return [
    ...a.slice(0, start).map(same),
    ...middleRows(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

function middleRows(a: readonly string[], b: readonly string[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) rows.push(pair(removed[i], added[i]))
    removed = []
    added = []
  }
  for (const { line, of } of steps(a, b)) {
    if (of === 'before') removed.push(line)
    else if (of === 'after') added.push(line)
    else {
      flush()
      rows.push({ kind: 'same', before: line, after: line })
    }
  }
  flush()
  return rows
}

function pair(before: string | undefined, after: string | undefined): DiffRow {
  if (before === undefined) return { kind: 'added', ...(after === undefined ? {} : { after }) }
  return after === undefined ? { kind: 'removed', before } : { kind: 'changed', before, after }
}

interface Step {
  readonly line: string
  readonly of: 'before' | 'after' | 'both'
}

function steps(a: readonly string[], b: readonly string[]): readonly Step[] {
  const removed = a.map((line): Step => ({ line, of: 'before' }))
  const added = b.map((line): Step => ({ line, of: 'after' }))
  if (a.length > most || b.length > most) return [...removed, ...added]
  const lengths = a.map(() => new Uint16Array(b.length + 1))
  lengths.push(new Uint16Array(b.length + 1))
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  const found: Step[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      found.push({ line: a[i] ?? '', of: 'both' })
      i++
      j++
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) found.push(removed[i++] ?? { line: '', of: 'before' })
    else found.push(added[j++] ?? { line: '', of: 'after' })
  }
  return [...found, ...removed.slice(i), ...added.slice(j)]
}
