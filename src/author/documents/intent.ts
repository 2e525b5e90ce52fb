import { fileName, fileStem } from '../../text/paths/paths.ts'
import type { Lead } from './described-lead.ts'
import { shortened } from '../../text/markup/list-line.ts'

const longestTitle = 120
const longestIntent = 280

/**
 * The intent of a unit, made only of words of the document (KCP §4.4). `undefined` if title or sentence are missing.
 */
export function intentOf({ title, sentence }: Lead, path: string): string | undefined {
  if (title !== undefined && title.length <= longestIntent && isQuestionOrTask(title) && !repeatsName(title, path))
    return title
  if (title === undefined || sentence === undefined || !/[\p{L}\p{N}]/u.test(title)) return undefined
  return shortened(statement(title, sentence), longestIntent)
}

/** Title or sentence or both, so that a document without one of them can be found. */
export function anyWords({ title, sentence }: Lead): string | undefined {
  const words = title === undefined ? sentence : sentence === undefined ? title : statement(title, sentence)
  return words !== undefined && /[\p{L}\p{N}]/u.test(words) ? shortened(words, longestIntent) : undefined
}

/** Title and sentence as one statement; a sentence that begins with the title stays as it is. */
export function statement(title: string, sentence: string): string {
  if (sentence.toLowerCase().startsWith(title.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(sentence.slice(title.length)))
    return sentence
  return `${shortened(withoutStop(title), longestTitle)}: ${sentence}`
}

/** A title that repeats the file name adds nothing. */
const repeatsName = (title: string, path: string): boolean =>
  [fileName(path), fileStem(path)].some((name) => name.toLowerCase() === title.toLowerCase())

/** A full stop inside a title would end the sentence. */
const withoutStop = (title: string): string =>
  title
    .replace(/[\s.:!。：！]+$/u, '')
    .replace(/[.!?。！？](?=\s)/gu, ' –')
    .trim()

const questionWords = /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should)\s/i

const taskVerbs = new Set(
  (
    'add apply authenticate build call change check choose compare configure connect contact create debug deploy develop diagnose download enable ' +
    'export find fix get handle import install integrate investigate manage measure migrate monitor onboard operate order package pay plan prepare ' +
    'protect publish read recover register release remove renew repair replace report request reset resolve respond restore return review roll ' +
    'rotate run schedule secure send set ship start stop submit test troubleshoot update upgrade use verify write'
  ).split(' '),
)

/** "How to reset a kiosk", "Replace the receipt printer", "Wie lange gilt die Garantie?": complete as they are. */
function isQuestionOrTask(title: string): boolean {
  const words = title.split(' ')
  if (/[?？]$/.test(title)) return words.length > 1 || title.length > 4
  if (words.length < 3 || words.length > 20 || /[.!;:]/.test(title)) return false
  return questionWords.test(title) || taskVerbs.has((words[0] ?? '').toLowerCase())
}
