import type { Code } from '../../../../model/codes/codes.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { mediaTypeOf } from '../../../../text/notations/media-type.ts'
import { isLanguageTag } from '../../../../text/notations/language-tag.ts'
import { fileName, fileStem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import {
  declaredBlocks,
  declaredUnits,
  isBlank,
  mappingsIn,
  unitName,
  type DeclaredMapping,
} from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

type Fields = DeclaredMapping['fields']

interface Row {
  readonly code: Code
  readonly field: string
  /** The mappings that may have the field. */
  mappings(raw: Fields): Iterable<DeclaredMapping>
  /** What to report of a text; the table of fields reports values of other types. */
  problem(written: string, fields: Fields): Pick<Finding, 'message' | 'help' | 'replacement'> | undefined
}

/** Texts that must have a form. */
const rows: readonly Row[] = [
  { code: 'KCP308', field: 'id', mappings: declaredUnits, problem: idProblem },
  { code: 'KCP310', field: 'intent', mappings: declaredUnits, problem: intentProblem },
  {
    code: 'KCP311',
    field: 'content_type',
    mappings: declaredUnits,
    problem: (type) =>
      mediaTypeOf(type) === undefined
        ? { message: `The content_type ${showValue(type)} is not a MIME type.` }
        : undefined,
  },
  {
    code: 'KCP312',
    field: 'language',
    mappings: (raw) => [{ fields: raw, path: [] }, ...declaredUnits(raw)],
    problem: languageProblem,
  },
  {
    // KCP §4.14: a price is decimal text; a YAML number may lose digits.
    code: 'KCP343',
    field: 'price_per_request',
    mappings: (raw) =>
      [...declaredBlocks(raw, 'payment')].flatMap(({ fields, path }) => [
        ...mappingsIn(fields['methods'], [...path, 'methods']),
      ]),
    problem: (price) =>
      /^[0-9]{1,18}(?:\.[0-9]{1,18})?$/.test(price)
        ? undefined
        : { message: `The price ${showValue(price)} is not a decimal number.` },
  },
  {
    code: 'KCP701',
    field: 'id',
    mappings: (raw) => mappingsIn(raw['manifests'], ['manifests']),
    problem: (id) =>
      isBlank(id) || isPlainId(id)
        ? undefined
        : { message: `The id ${showValue(id)} of the federated manifest has characters that are not allowed.` },
  },
]

export const formats: ManifestRule = {
  codes: rows.map(({ code }) => code),
  needs: 'head',
  check({ raw }, report) {
    for (const { code, field, mappings, problem } of rows) {
      for (const { fields, path } of mappings(raw)) {
        const written = fields[field]
        const found = typeof written === 'string' ? problem(written, fields) : undefined
        if (found) report({ code, ...found, pointer: pointer(...path, field) })
      }
    }
  },
}

const isPlainId = (id: string): boolean => /^[a-z0-9.-]+$/.test(id)

/** KCP §4.2; the unit stays usable. */
function idProblem(id: string): ReturnType<Row['problem']> {
  if (isBlank(id) || isPlainId(id)) return undefined
  const character = /[^a-z0-9.-]/u.exec(id)?.[0] ?? ''
  const plain = plainId(id)
  return {
    message: `The id "${id.slice(0, 60)}" contains the character "${character}".`,
    ...(plain === '' ? {} : { help: `Rename it to "${plain}", also in references to it.` }),
  }
}

/** The nearest id of allowed characters; empty where none remains, as with other scripts. */
function plainId(id: string): string {
  if (id.length > 60) return ''
  return id
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** KCP §4.4: one sentence, and neither the file name nor the path. */
function intentProblem(written: string, { path }: Fields): ReturnType<Row['problem']> {
  const intent = written.trim()
  if (intent === '') return undefined
  const firstLine = /^[^\r\n]{0,60}/.exec(intent)?.[0] ?? ''
  if (/[\r\n]/.test(intent)) return { message: `The intent "${firstLine}" has more than one line.` }
  const names = typeof path === 'string' ? [path, fileName(path), fileStem(path)] : []
  return names.some((name) => name.toLowerCase() === intent.toLowerCase())
    ? { message: `The intent "${firstLine}" repeats the path of the unit.` }
    : undefined
}

/** KCP §4.4c: parsers ignore it silently, so this is only advice. */
function languageProblem(language: string): ReturnType<Row['problem']> {
  if (isLanguageTag(language)) return undefined
  const hyphened = language.trim().replaceAll('_', '-')
  return {
    message: `The language ${showValue(language)} is not a language tag.`,
    ...(isLanguageTag(hyphened) ? { replacement: { title: `Change to "${hyphened}"`, text: hyphened } } : {}),
  }
}

/** KCP §4.21: an empty digest declares nothing. */
export const contentHashEmpty: ManifestRule = {
  codes: ['KCP327'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      const hash = unit.fields['content_hash']
      const isEmpty = isObject(hash) ? isBlank(hash['value'] ?? '') : hash === null
      if (!isEmpty) continue
      report({
        code: 'KCP327',
        message: `The content_hash of the ${unitName(unit)} has no value.`,
        pointer: pointer(...unit.path, 'content_hash'),
      })
    }
  },
}
