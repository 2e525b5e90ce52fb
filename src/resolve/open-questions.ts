import { sharedCount, tellingKeys } from '../text/shared-terms.ts'
import { slug } from '../text/slug.ts'
import { scanUnits } from '../text/units.ts'
import type { PackRecords } from './pack-records.ts'
import type { OpenPack } from './shelf.ts'
import type { Source } from './source.ts'
import { sectionsHeaded } from './source-structure.ts'

const openHeading = /open (?:questions?|points?|issues?)|\bunknowns?\b|not (?:yet )?known|to be confirmed|未解決|未确认|待确认|待確認/i

/**
 * Places where a pack itself says that something the task touches is open: files of open questions, sections of that
 * name in what was selected, questions of the newest compile run. Their words are not repeated here (AK-010).
 */
export function openQuestionsOn(task: string, pack: OpenPack, selected: readonly Source[], { run }: Pick<PackRecords, 'run'>): readonly string[] {
  let asked: ReadonlySet<string> | undefined
  const touches = (text: string): boolean => {
    asked ??= askedBeside(task, pack.allowed.pack.name)
    const enough = Math.min(2, asked.size)
    return enough > 0 && sharedCount(asked, text) >= enough
  }
  const files = pack.questions.flatMap((path) => pack.source(path) ?? []).filter(({ text, from }) => touches(text.slice(from)))
  const sections = selected.flatMap((source) => {
    const { text, path } = source
    return sectionsHeaded(source, openHeading)
      .filter(({ title, start, end }) => openHeading.test(title) && scanUnits(text.slice(0, end), start).some((unit) => touches(text.slice(unit.start, unit.end))))
      .map(({ title }) => `${path}#${slug(title)}`)
  })
  const asks = (run?.record.interviewQuestions ?? []).some(touches)
  return [...files.map(({ path }) => path), ...sections, ...(asks && run ? [run.path] : [])]
}

/** Most packs leave nothing open, so the task is taken apart only when it is looked for. */
function askedBeside(task: string, packName: string): ReadonlySet<string> {
  const own = tellingKeys(packName)
  return new Set([...tellingKeys(task)].filter((key) => !own.has(key)))
}
