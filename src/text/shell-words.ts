/** For each place of a shell line, where the quotes begin that it is in; -1 outside quotes. */
export function openQuotes(line: string): readonly number[] {
  const quotes: number[] = []
  for (let at = 0; at < line.length;) {
    const end = Math.min(partEnd(line, at), line.length)
    const isQuoted = line[at] === '"' || line[at] === "'"
    quotes.push(-1)
    for (let inside = at + 1; inside < end; inside++) quotes.push(isQuoted ? at : -1)
    at = end
  }
  return quotes
}

/** Where the word of a shell line ends that has a part which starts here. */
export function wordEnd(line: string, start: number): number {
  let at = start
  while (at < line.length && !/[\s;&|<>)]/.test(line[at] ?? '')) at = partEnd(line, at)
  return Math.min(at, line.length)
}

/** The end of a quoted text, an escaped character, a substitution, or one character. */
function partEnd(line: string, at: number): number {
  const rest = line[at] === '$' && /['"(]/.test(line[at + 1] ?? '') ? at + 1 : at
  const first = line[rest]
  if (first === '\\') return rest + 2
  if (first === "'") return closing(line, rest, "'", rest > at)
  if (first === '"' || first === '`') return closing(line, rest, first, true)
  if (first === '(' && rest > at) return closing(line, rest, ')', true)
  return at + 1
}

function closing(line: string, opening: number, mark: string, hasEscapes: boolean): number {
  for (let at = opening + 1; at < line.length; at++) {
    if (hasEscapes && line[at] === '\\') at += 1
    else if (line[at] === mark) return at + 1
  }
  return line.length
}
