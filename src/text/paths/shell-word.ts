/** One word of a command line that a person may copy: whatever a path holds, a shell takes it as that path and nothing else. */
export function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
