import type { ContentFormat, EffectiveUnit } from '../model/effective.ts'

/** What is quoted as it stands. */
const quoted: ReadonlySet<ContentFormat> = new Set(['markdown', 'text', 'asciidoc', 'rst'])
/** Endings that never stand for text; where nothing is declared, the bytes decide about every other. */
const binary = /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|mp[34]|m4a|mov|wav|ogg|webm|zip|gz|tgz|bz2|xz|7z|tar|jar|docx?|xlsx?|pptx?|odt|ods|exe|dll|so|dylib|wasm|woff2?|ttf|otf|sqlite|db)$/i

/** Why the content of a unit is named and not quoted; `undefined` for text. Nothing is opened. */
export function quotability({ format, contentType, artifact, unit: { path } }: EffectiveUnit): string | undefined {
  const known = format?.value
  if (known === undefined ? !contentType && !binary.test(path) : quoted.has(known)) return undefined
  const what = known ?? contentType?.value ?? path.slice(path.lastIndexOf('.') + 1)
  if (artifact.value === 'service') return `It is a service, described as ${what}; it is named and never called.`
  if (artifact.value === 'executable') return `It is a program (${what}); it is named and never run.`
  return `It is ${what}; only Markdown and plain text are quoted.`
}
