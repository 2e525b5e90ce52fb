/** What to type next. Words of a document enter a command line only when a shell would take them as they are. */
export function nextCommands(drafted: string, root: string, intent: string | undefined): readonly string[] {
  const question = intent !== undefined && /^[\p{L}\p{N} ,.'?-]{1,120}$/u.test(intent) ? intent : 'your question'
  return [`lorefence validate ${argument(drafted)}`, `lorefence trust ${argument(drafted)}`, `lorefence read ${root === '.' ? '' : `--root ${argument(root)} `}"${question}"`]
}

const argument = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
