import type { Sought } from '../../rank/question.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import { terms, type Language } from '../../text/lexicon/lexicon.ts'
import { headingSlug } from '../../text/markdown/sections.ts'
import type { CompileRun } from '../packs/pack-records.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import type { Source } from '../texts/source.ts'

const openHeading =
  /open (?:questions?|points?|issues?)|\bunknowns?\b|not (?:yet )?known|to be confirmed|未解決|未确认|待确认|待確認/i

export interface Open {
  readonly question: readonly Sought[]
  /** Language of the pack. */
  readonly language: Language
  textOf(source: Source): TextIndex | undefined
}

/**
 * Places that a pack itself marks as open and that share words with the task: files of open questions, sections with
 * such a title in the selected text, questions of the newest compile run. Their text is not repeated here (AK-010).
 */
export function openQuestionsOn(
  { question, language, textOf }: Open,
  pack: OpenPack,
  selected: readonly Source[],
  run: CompileRun | undefined,
): readonly string[] {
  const name = new Set(terms(pack.allowed.pack.name, language))
  const asked = question.filter(({ forms }) => !forms.some((form) => name.has(form)))
  const enough = Math.min(2, asked.length)
  const touches = (text: string): boolean => {
    const held = new Set(terms(text, language))
    return enough > 0 && asked.filter(({ forms }) => forms.some((form) => held.has(form))).length >= enough
  }
  const files = pack.questions
    .flatMap((path) => pack.source(path) ?? [])
    .filter(({ text, from }) => touches(text.slice(from)))
  const sections = selected.flatMap((source) => {
    const titles = openSections(source, textOf(source), touches)
    return titles.map((title) => `${source.path}#${headingSlug(title)}`)
  })
  const asks = (run?.record?.interviewQuestions ?? []).some(touches)
  return [...files.map(({ path }) => path), ...sections, ...(asks && run ? [run.path] : [])]
}

/** Titles of sections of open questions that share words with the task. */
function openSections(
  { text }: Source,
  index: TextIndex | undefined,
  touches: (unit: string) => boolean,
): readonly string[] {
  if (!index) return []
  const { headings, sectionFirst, unitStart, unitEnd } = index
  return headings.flatMap((path, section) => {
    const title = path.at(-1) ?? ''
    if (!openHeading.test(title)) return []
    const end = sectionFirst[section + 1] ?? 0
    for (let unit = sectionFirst[section] ?? 0; unit < end; unit++) {
      if (touches(text.slice(unitStart[unit], unitEnd[unit]))) return [title]
    }
    return []
  })
}
