import type { Code } from '../../../../model/codes/codes.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import { isLanguageTag } from '../../../../text/notations/language-tag.ts'
import { isSemver } from '../../../../text/notations/semver.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import type { CheckedPack, PackRule } from '../../../rule.ts'

type Problem = Pick<Finding, 'message' | 'help' | 'replacement'>

interface Row {
  readonly code: Code
  readonly pointer: string
  /** What to report of a pack; `undefined` where the value is fine. */
  problem(pack: CheckedPack): Problem | undefined
}

/** Single values of the frontmatter, beyond the types and vocabularies that its table declares. */
const rows: readonly Row[] = [
  { code: 'AK301', pointer: '/name', problem: nameProblem },
  {
    // The version is kept as written: `1.0` stays "1.0" (AK-040).
    code: 'AK309',
    pointer: '/version',
    problem: ({ head: { version } }) =>
      version === undefined || isSemver(version)
        ? undefined
        : { message: `The version ${showValue(version)} is not a semantic version.` },
  },
  { code: 'AK310', pointer: '/language', problem: languageProblem },
  {
    code: 'AK313',
    pointer: '/metadata/producedBy/digest',
    problem({ head }) {
      const digest = head.metadata?.producedBy?.digest
      return digest === undefined || /^sha256:[0-9a-f]{64}$/i.test(digest)
        ? undefined
        : { message: `The producer digest ${showValue(digest)} is not sha256: and 64 hex digits.` }
    },
  },
  { code: 'AK318', pointer: '/description', problem: descriptionProblem },
  {
    // The mode is `data` unless declared, for every type (AK-351).
    code: 'AK319',
    pointer: '/type',
    problem({ raw: { runtime }, head: { type } }) {
      const declared = typeof runtime === 'object' && runtime !== null && Object.hasOwn(runtime, 'mode')
      return (type === 'personal-profile' || type === 'brand-persona') && !declared
        ? { message: `The type is "${type}", but runtime.mode is not declared and counts as data.` }
        : undefined
    },
  },
  {
    // v0.5 compatibility: a missing profile is wiki-first, and a warning is recorded (AK-350).
    code: 'AK321',
    pointer: '',
    problem: ({ raw: { profile } }) =>
      profile === undefined || profile === null
        ? { message: 'The profile is missing and taken as "wiki-first".' }
        : undefined,
  },
  {
    code: 'AK322',
    pointer: '/name',
    problem: ({ head: { name }, folderName }) =>
      name && folderName && name !== folderName
        ? { message: `The name ${showValue(name)} differs from the folder ${showValue(folderName)}.` }
        : undefined,
  },
  {
    code: 'AK605',
    pointer: '/status',
    problem: ({ head: { status } }) =>
      status === 'disputed' ? { message: 'The status is "disputed", so each use needs confirmation.' } : undefined,
  },
]

export const headValues: PackRule = {
  codes: rows.map(({ code }) => code),
  needs: 'head',
  check(pack, report) {
    for (const { code, pointer, problem } of rows) {
      const found = problem(pack)
      if (found) report({ code, ...found, pointer })
    }
  },
}

function nameProblem({ raw: { name } }: CheckedPack): Problem | undefined {
  if (typeof name !== 'string' || name.trim() === '' || /^[a-z0-9-]{1,64}$/.test(name)) return undefined
  const suggested = suggestName(name)
  return {
    message:
      name.length > 64
        ? `The name ${showValue(name)} has ${name.length} characters; 64 are allowed.`
        : `The name ${showValue(name)} is not made of lowercase letters, digits and hyphens.`,
    ...(suggested ? { help: `Use 1 to 64 lowercase letters, digits and hyphens, as in "${suggested}".` } : {}),
  }
}

function suggestName(name: string): string | undefined {
  const suggested = name
    .slice(0, 200)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
  return suggested !== '' && suggested.length <= 64 ? suggested : undefined
}

function languageProblem({ head: { language } }: CheckedPack): Problem | undefined {
  if (language === undefined || isLanguageTag(language)) return undefined
  const hyphened = language.trim().replaceAll('_', '-')
  return {
    message: `The language ${showValue(language)} is not a language tag.`,
    ...(isLanguageTag(hyphened) ? { replacement: { title: `Change to "${hyphened}"`, text: hyphened } } : {}),
  }
}

function descriptionProblem({ head }: CheckedPack): Problem | undefined {
  const description = head.description?.trim() ?? ''
  if (description === '' || isLongEnough(description)) return undefined
  const length = [...description].length
  return { message: `The description has only ${length} ${length === 1 ? 'character' : 'characters'}.` }
}

const enough = 40

/** A Chinese, Japanese or Korean character counts as three letters. */
function isLongEnough(text: string): boolean {
  // A character outside the basic plane is two UTF-16 units.
  if (text.length >= enough * 2 || (text.length >= enough && !/[\ud800-\udfff]/.test(text))) return true
  const characters = [...text]
  return characters.length + 2 * characters.filter((character) => dense.test(character)).length >= enough
}

const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
