import type { Sought } from '../rank/question.ts'
import { terms, type Language } from '../text/lexicon/lexicon.ts'
import { slug } from '../text/slug.ts'
import type { PackRecords } from './pack-records.ts'
import type { OpenPack } from './pack-texts.ts'
import type { Source } from './source.ts'
import { structureOf } from './structure.ts'

const openHeading = /open (?:questions?|points?|issues?)|\bunknowns?\b|not (?:yet )?known|to be confirmed|未解決|未确认|待确认|待確認/i

export interface Open {
  readonly question: readonly Sought[]
  /** Of the pack. */
  readonly language: Language
}

/**
 * Places where a pack itself says that something the task touches is open: files of open questions, sections of that
 * name in what was selected, questions of the newest compile run. Their words are not repeated here (AK-010).
 */
export function openQuestionsOn({ question, language }: Open, pack: OpenPack, selected: readonly Source[], { run }: Pick<PackRecords, 'run'>): readonly string[] {
  const name = new Set(terms(pack.allowed.pack.name, language))
  const asked = question.filter(({ forms }) => !forms.some((form) => name.has(form)))
  const enough = Math.min(2, asked.length)
  const touches = (text: string): boolean => {
    const held = new Set(terms(text, language))
    return enough > 0 && asked.filter(({ forms }) => forms.some((form) => held.has(form))).length >= enough
  }
  const files = pack.questions.flatMap((path) => pack.source(path) ?? []).filter(({ text, from }) => touches(text.slice(from)))
  const sections = selected.flatMap((source) => {
    const { sections: all, units } = structureOf(source)
    return all
      .filter(({ title, start, end }) => openHeading.test(title) && units.some((unit) => unit.start >= start && unit.end <= end && touches(source.text.slice(unit.start, unit.end))))
      .map(({ title }) => `${source.path}#${slug(title)}`)
  })
  const asks = (run?.record.interviewQuestions ?? []).some(touches)
  return [...files.map(({ path }) => path), ...sections, ...(asks && run ? [run.path] : [])]
}
