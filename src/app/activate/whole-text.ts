import { tooLongToFence } from '../../fence/seal.ts'
import { canBeFenced } from '../../fence/seal.ts'
import { leastTokens } from '../../text/tokens/tokens.ts'
import { fenceEntries } from '../../fence/fence.ts'
import type { AllowedUnit, Fenced } from '../../model/decisions/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Files, Tokenizer } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { isEntryFileUnchanged, grantedText } from '../../select/texts/granted-text.ts'
import { whyNotQuoted } from '../../select/units/why-not-quoted.ts'
import { plainName } from '../../text/messages/plain-names.ts'
import { manifestContext } from '../shared/manifest-context.ts'

type Subject = Pick<Omission, 'ref' | 'path'>

const narrower = 'Read the part that a task needs.'

/** Refuses a text by its size alone, before it is fenced and counted. */
export function tooLongBySize(text: string, most: number, subject: Subject): Omission | undefined {
  if (leastTokens(text) > most) return tooManyTokens(most, subject)
  return canBeFenced(text) ? undefined : { ...subject, reason: 'budget', detail: `${tooLongToFence} ${narrower}` }
}

export const tooManyTokens = (most: number, subject: Subject): Omission => ({
  ...subject,
  reason: 'budget',
  detail: `It has more than ${most} tokens. ${narrower}`,
})

/** The whole texts of a unit, in reading order. */
export interface WholeTexts {
  readonly texts: readonly { readonly path: string; readonly text: string; readonly fileDigest: string }[]
  /** For the header of the envelope. */
  readonly notes: readonly string[]
}

interface Reading {
  readonly maxTokens: number
  readonly tokenizer: Tokenizer
  readonly files: Files
  /** Whether a text is left out of its folder. */
  isLeftOut(text: string): boolean
}

type Refused = { readonly omitted: readonly Omission[] }

/** The text of a unit that is one file. */
export function fileText(allowed: AllowedUnit, maxTokens: number, files: Files): WholeTexts | Refused {
  const { ref, path } = allowed
  const omitted: Omission[] = []
  const why = whyNotQuoted(allowed)
  if (why) return { omitted: [{ ref, path, ...why }] }
  const granted = isEntryFileUnchanged(files, allowed, omitted) ? grantedText(files, allowed, path, omitted) : undefined
  if (!granted) return { omitted }
  if (granted.text.includes('\0'))
    return { omitted: [{ ref, path, reason: 'not-text', detail: 'It contains bytes that are not text.' }] }
  const long = tooLongBySize(granted.text, maxTokens, { ref, path })
  return long
    ? { omitted: [long] }
    : { texts: [{ path, text: granted.text, fileDigest: granted.fileDigest }], notes: [] }
}

/** Index or README first, then each file that fits; the envelope states how many there are. */
export function folderTexts(
  allowed: AllowedUnit,
  { maxTokens, tokenizer, files, isLeftOut }: Reading,
): WholeTexts | Refused {
  const { ref, path: folder } = allowed
  const omitted: Omission[] = []
  const why = whyNotQuoted(allowed)
  if (why) return { omitted: [{ ref, path: folder, ...why }] }
  if (!isEntryFileUnchanged(files, allowed, omitted)) return { omitted }
  const paths = allowed.folder?.files ?? []
  // Reserve room for the longest notes: the envelope then fits whatever is left out.
  const notes = noteOn(allowed, paths.length, paths.length)
  const costOf = (texts: WholeTexts['texts']): number =>
    tokenizer.count(fenceTexts(allowed, { texts, notes }), maxTokens)
  const envelope = costOf([])
  const taken: WholeTexts['texts'][number][] = []
  let [room, length, unfit] = [maxTokens - envelope, 0, 0]
  for (const path of paths) {
    const granted = room < leastRoom ? undefined : grantedText(files, allowed, path, omitted)
    if (room < leastRoom) unfit += 1
    if (!granted || granted.text.includes('\0') || isLeftOut(granted.text)) continue
    const text = { path, text: granted.text, fileDigest: granted.fileDigest }
    const long = tooLongBySize(granted.text, maxTokens, { ref, path })
    const cost = long ? Infinity : costOf([text]) - envelope + perFile
    if (cost > room || length + granted.text.length > longest) {
      unfit += 1
      omitted.push(long ?? tooManyTokens(maxTokens, { ref, path }))
    } else {
      taken.push(text)
      room -= cost
      length += granted.text.length
    }
  }
  return taken.length === 0
    ? { omitted }
    : { texts: taken, notes: noteOn(allowed, unfit, paths.length - taken.length - unfit) }
}

/** With fewer tokens left, no further file is opened. */
const leastRoom = 50
/** Tokens between two files, with room to spare. */
const perFile = 4
/** Maximum characters of all files: an envelope may show each as eight. */
const longest = limits.fencedLength / 8

/** A reader must not take a part for the whole. */
function noteOn({ unit: { unit }, folder }: AllowedUnit, unfit: number, unusable: number): readonly string[] {
  const id = plainName(unit.id, 'a unit')
  const count = folder?.files.length ?? 0
  return [
    ...(unfit > 0 ? [`${id} is a folder of ${count} files; ${unfit} did not fit and can be read with a task.`] : []),
    ...(unusable > 0 ? [`${unusable} files of ${id} may not be shown.`] : []),
  ]
}

export function fenceTexts(allowed: AllowedUnit, { texts, notes }: WholeTexts): Fenced {
  const excerpts = texts.map(({ path, text }) => ({ path, headings: [], text }))
  const context = manifestContext([{ allowed, excerpts }], allowed)
  return fenceEntries([{ ...context, warnings: [...notes, ...(context.warnings ?? [])] }])
}
