/** Quotes a path for a command line that a person may copy. */
export function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
