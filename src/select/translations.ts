import type { Language } from '../text/lexicon/lexicon.ts'
import type { Candidate } from './score.ts'
import type { Source } from './texts/source.ts'

/** A language tag between separators of a path: `docs/de/setup.md`, `setup.de.md`, `README_zh-CN.md`. */
const tag = /(^|[/._-])(?:[a-z]{2}(?:[-_][a-z]{2,4})?)(?=[/._-])/gi

/** The common part of the paths of one page in several languages. */
const pageOf = ({ ref, envelope, path }: Source): string =>
  `${envelope ?? ref}\n${path.toLowerCase().replace(tag, '$1')}`.replace(/[/._-]+/g, '/')

/** Keeps one language of each page: that of the task, else the best match. */
export function withoutTranslations(
  ranked: readonly Candidate[],
  languageOf: (source: Source) => Language,
  taskLanguage: Language,
): readonly Candidate[] {
  const found = new Set(ranked.map((candidate) => candidate.source))
  if (new Set([...found].map(languageOf)).size < 2) return ranked
  const pages = new Map<string, Source[]>()
  for (const source of found) pages.set(pageOf(source), [...(pages.get(pageOf(source)) ?? []), source])
  const dropped = new Set<Source>()
  for (const sources of pages.values()) {
    const [best] = sources
    const languages = new Set(sources.map(languageOf))
    if (!best || languages.size < 2) continue
    const kept = languages.has(taskLanguage) ? taskLanguage : languageOf(best)
    for (const source of sources) if (languageOf(source) !== kept) dropped.add(source)
  }
  return dropped.size === 0 ? ranked : ranked.filter(({ source }) => !dropped.has(source))
}
