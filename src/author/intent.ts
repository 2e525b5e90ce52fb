import { fileName, fileStem } from '../text/paths/paths.ts'
import type { Lead } from './described-lead.ts'
import { shortened } from '../text/markup/list-line.ts'

const longestTitle = 120
const longestIntent = 280

/**
 * The one sentence a unit is found by, made of the document's own words and nothing else (KCP §4.4).
 * `undefined` when the document does not say enough.
 */
export function intentOf({ title, sentence }: Lead, path: string): string | undefined {
  if (title !== undefined && title.length <= longestIntent && isQuestionOrTask(title) && !repeatsName(title, path))
    return title
  if (title === undefined || sentence === undefined || !/[\p{L}\p{N}]/u.test(title)) return undefined
  return shortened(statement(title, sentence), longestIntent)
}

/** As much as there is: one of the two is better than a document that nobody finds. */
export function anyWords({ title, sentence }: Lead): string | undefined {
  const words = title === undefined ? sentence : sentence === undefined ? title : statement(title, sentence)
  return words !== undefined && /[\p{L}\p{N}]/u.test(words) ? shortened(words, longestIntent) : undefined
}

/** Title and opening words as one statement; a title that the words begin with is not said twice. */
export function statement(title: string, sentence: string): string {
  if (sentence.toLowerCase().startsWith(title.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(sentence.slice(title.length)))
    return sentence
  return `${shortened(withoutStop(title), longestTitle)}: ${sentence}`
}

/** A file name says nothing that the path does not say already. */
const repeatsName = (title: string, path: string): boolean =>
  [fileName(path), fileStem(path)].some((name) => name.toLowerCase() === title.toLowerCase())

/** A title with a full stop of its own would make two sentences of one. */
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

/** "How to reset a kiosk", "Replace the receipt printer", "Wie lange gilt die Garantie?": they need no addition. */
function isQuestionOrTask(title: string): boolean {
  const words = title.split(' ')
  if (/[?？]$/.test(title)) return words.length > 1 || title.length > 4
  if (words.length < 3 || words.length > 20 || /[.!;:]/.test(title)) return false
  return questionWords.test(title) || taskVerbs.has((words[0] ?? '').toLowerCase())
}
