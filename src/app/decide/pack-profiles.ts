import type { Activation } from '../../activate/activate.ts'
import { packWords, type PackWords, type ProfiledText } from '../../activate/pack-words.ts'
import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Files } from '../../model/ports.ts'
import { isEntryFileUnchanged, grantedText } from '../../select/texts/granted-text.ts'
import { guidePassages, layers, passagesOf, type PackSection } from '../../select/packs/pack-sections.ts'
import { readGivenSuite, trainSuite } from '../evaluate/read-suites.ts'
import type { Reader } from './ask-gates.ts'

export interface ProfiledPack {
  readonly profile: PackWords
  /** The source of the profile. */
  readonly basis: 'content' | 'metadata'
  /** Lines of its boundaries, if its content may be read. */
  readonly boundaries: readonly string[]
}

/** Profiles of the enabled packs with a decision; from their content if that is allowed, else from the head. */
export function profilePacks(
  files: Files,
  catalog: Catalog,
  { decisions, ...activation }: Pick<Activation<AllowedPack>, 'allowed' | 'decisions'>,
  options: Pick<Reader, 'useEvals'> = {},
): readonly ProfiledPack[] {
  const known = new Set(decisions.map(({ ref }) => ref))
  return profileEvery(files, { entries: catalog.entries.filter(({ ref }) => known.has(ref)) }, activation, options)
}

/** As `profilePacks`, but with ungranted packs, for authors who evaluate a pack before publishing it. */
export function profileEvery(
  files: Files,
  { entries }: Pick<Catalog, 'entries'>,
  { allowed }: Pick<Activation<AllowedPack>, 'allowed'>,
  { useEvals = false }: Pick<Reader, 'useEvals'> = {},
): readonly ProfiledPack[] {
  return entries.flatMap(({ ref, document, enabled }): readonly ProfiledPack[] => {
    if (document.kind !== 'pack' || !enabled) return []
    const own = allowed.find((pack) => pack.ref === ref)
    const passages = own && passagesIn(files, own)
    if (!passages) return [{ profile: packWords(ref, document), basis: 'metadata', boundaries: [] }]
    return [
      {
        profile: packWords(ref, document, {
          texts: passages.map(textOf),
          ...(useEvals && own ? testedPrompts(files, own) : {}),
        }),
        basis: 'content',
        boundaries: passages.filter(isBoundary).flatMap(({ text }) => lines(text)),
      },
    ]
  })
}

function passagesIn(files: Files, allowed: AllowedPack): readonly PackSection[] | undefined {
  if (!isEntryFileUnchanged(files, allowed, [])) return undefined
  return [...guidePassages(files, allowed, []), ...layers.flatMap((layer) => passagesOf(files, allowed, layer, []))]
}

/** Prompts of a valid train suite (AK-242, AK-359); the validation suite is not read (AK-234). */
function testedPrompts(
  files: Files,
  allowed: AllowedPack,
): { readonly rejected: readonly string[]; readonly selected: readonly string[] } {
  const granted = grantedText(files, allowed, trainSuite, [])
  const cases = granted && readGivenSuite({ file: trainSuite, bytes: granted.bytes }).cases
  const promptsOf = (isWanted: (expected: string) => boolean): readonly string[] =>
    (cases ?? []).flatMap(({ expected, prompt }) => (isWanted(expected) ? [prompt] : []))
  return {
    rejected: promptsOf((expected) => expected === 'reject'),
    selected: promptsOf((expected) => expected !== 'reject'),
  }
}

const textOf = ({ headings, text }: PackSection): ProfiledText => ({ headings: headings.slice(-1), body: text })

const isBoundary = ({ path, headings }: PackSection): boolean =>
  /boundar|taboo|limits/i.test(path) || /boundar|taboo|边界|禁忌|境界/i.test(headings.join(' '))

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^[#>*\-\s]+/, '').trim())
    .filter((line) => line !== '')
