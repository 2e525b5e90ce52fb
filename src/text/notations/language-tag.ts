/** Well-formed by BCP 47; whether the subtags are registered is not checked. */
export function isLanguageTag(text: string): boolean {
  return /^(?:[a-zA-Z]{2,8}|[xX](?=-))(?:-[a-zA-Z0-9]{1,8})*$/.test(text)
}
