import type { CommandCard } from '../../model/records/command.ts'

/**
 * The card of a key in a text of cards that are separated by blank lines:
 *
 *     docker compose: run the services of a compose file
 *     use docker compose [-f FILE] COMMAND
 *     -d | in the background
 *     $ docker compose up -d --build | build the images, then start
 *     noise ^ => (?:sha256|exporting)
 */
export function bundledCard(cards: string, key: string): CommandCard | undefined {
  const start = cards.indexOf(`\n\n${key}: `)
  if (start < 0) return undefined
  const end = cards.indexOf('\n\n', start + 2)
  const [first = '', ...rest] = cards
    .slice(start + 2, end < 0 ? undefined : end)
    .trimEnd()
    .split('\n')
  const linesFrom = (prefix: string): readonly string[] =>
    rest.flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []))
  const noise = linesFrom('noise ')
  return {
    key,
    description: first.slice(key.length + 2),
    usage: linesFrom('use ')[0] ?? '',
    flags: rest
      .filter((line) => !/^(?:use|noise|\$) /.test(line))
      .map((line) => {
        const [flag, description] = halves(line)
        return { flag, description }
      }),
    examples: linesFrom('$ ').map((line) => {
      const [invocation, use] = halves(line)
      return { invocation, use }
    }),
    ...(noise.length > 0 ? { filter: { noise } } : {}),
  }
}

/** Splits at the last ` | `, because an example may contain pipes. */
function halves(line: string): readonly [string, string] {
  const at = line.lastIndexOf(' | ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 3)]
}
