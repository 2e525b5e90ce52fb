import type { Diagnostic } from '../../../../model/diagnostic.ts'

const placeholder = '[withheld]'

/** Removes secrets from the text of a finding; a fix that contains one is dropped (AK-339). */
export function withholdSecrets(diagnostic: Diagnostic, secrets: readonly string[]): Diagnostic {
  if (secrets.length === 0) return diagnostic
  const { fix, ...rest } = diagnostic
  const conceal = (text: string): string => concealSecrets(text, secrets)
  const repeats =
    fix !== undefined && [fix.title, ...fix.edits.map((edit) => edit.text)].some((text) => conceal(text) !== text)
  return {
    ...rest,
    message: conceal(diagnostic.message),
    where: { ...diagnostic.where, pointer: conceal(diagnostic.where.pointer) },
    ...(diagnostic.help === undefined ? {} : { help: conceal(diagnostic.help) }),
    ...(diagnostic.related
      ? { related: diagnostic.related.map((place) => ({ ...place, message: conceal(place.message) })) }
      : {}),
    ...(fix && !repeats ? { fix } : {}),
  }
}

export function concealSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(concealOne, text)
}

/** Messages cut long values off, so the start of a secret counts as well. */
function concealOne(text: string, secret: string): string {
  const start = secret.slice(0, 12)
  let result = ''
  let from = 0
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let end = at
    while (end < text.length && text[end] === secret[end - at]) end += 1
    result += text.slice(from, at) + placeholder
    from = end
  }
  return result + text.slice(from)
}
