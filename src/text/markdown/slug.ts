/** The GitHub fragment of a heading; the caller adds `-1` to a second heading of the same text. */
export function slug(title: string): string {
  return unmarkedTitle(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** A title without link targets and emphasis. */
export function unmarkedTitle(title: string): string {
  return title
    .replace(/\]\([^()\s]{0,500}\)/g, '')
    .replace(/[*`[\]]|\{#[^{}\s]{1,100}\}/g, '')
    .trim()
}
