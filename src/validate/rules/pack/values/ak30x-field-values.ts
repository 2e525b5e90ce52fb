import type { Code } from '../../../../model/codes/codes.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import { packFields } from '../../../../model/tables/pack-fields.ts'
import { checkFields, isPrefixed, type FieldProblem } from '../../../../parse/check-fields.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import type { PackRule } from '../../../rule.ts'

/** Types, vocabularies, lengths, dates and spellings of the frontmatter, by its table. */
export const packFieldValues: PackRule = {
  codes: [
    'AK302',
    'AK303',
    'AK304',
    'AK305',
    'AK306',
    'AK307',
    'AK308',
    'AK311',
    'AK312',
    'AK314',
    'AK315',
    'AK316',
    'AK317',
  ],
  needs: 'head',
  check({ raw }, report) {
    checkFields(packFields, raw, (problem) => {
      const finding = hasOwnRule(problem) ? undefined : toFinding(problem)
      if (finding) report(finding)
    })
  },
}

const required = new Set(['/name', '/description', '/type', '/status'])

/** Required fields and the format of the name have their own rules. */
function hasOwnRule({ kind, pointer, written }: FieldProblem): boolean {
  if (kind === 'missing' || kind === 'empty') return true
  return pointer === '/name' || (required.has(pointer) && (typeof written !== 'string' || written.trim() === ''))
}

const wordCodes: Readonly<Record<string, Code>> = {
  '/type': 'AK303',
  '/status': 'AK304',
  '/trust': 'AK305',
  '/grounding': 'AK306',
  '/profile': 'AK307',
  '/runtime/mode': 'AK308',
}

/** Values that a gate depends on: no automatic fix sets `ready` or `official` (AK-128). */
const decidedByPeople = new Set(['/status', '/trust', '/grounding'])

function toFinding(problem: FieldProblem): Finding | undefined {
  const { kind, pointer, field, expected, written, shape } = problem
  const subject = /\/\d+$/.test(pointer) ? 'An entry of' : 'The field'
  switch (kind) {
    case 'type':
    case 'value':
      if (shape.type === 'choice') return wordFinding(problem)
      return { code: 'AK317', pointer, message: `${subject} "${field}" is ${showValue(written)}, not ${expected}.` }
    case 'date':
      return { code: 'AK311', pointer, message: `The value ${showValue(written)} of "${field}" is not ${expected}.` }
    case 'too-long':
      return tooLong(problem)
    case 'single':
      return {
        code: 'AK317',
        severity: 'info',
        pointer,
        message: `The field "${field}" is ${showValue(written)}, not a list.`,
        help: 'Write a list; it is read as a list of one.',
        replacement: { title: 'Make it a list', text: `[${JSON.stringify(written)}]` },
      }
    case 'unknown':
      return unknownField(problem)
    default:
      return undefined
  }
}

function wordFinding({ pointer, field, expected, written, suggestion }: FieldProblem): Finding {
  const fixable = suggestion !== undefined && !decidedByPeople.has(pointer)
  const isScalar = typeof written !== 'object'
  return {
    code: wordCodes[pointer] ?? 'AK312',
    pointer,
    message: isScalar
      ? `The value ${showValue(written)} of "${field}" is not ${expected}.`
      : `The field "${field}" is ${showValue(written)}, not ${expected}.`,
    ...(suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }),
    ...(fixable ? { replacement: { title: `Change to "${suggestion}"`, text: suggestion } } : {}),
  }
}

function tooLong({ pointer, field, written }: FieldProblem): Finding {
  const length = [...String(written)].length
  return field === 'description'
    ? { code: 'AK302', pointer, message: `The description has ${length} characters; 1024 are allowed.` }
    : {
        code: 'AK315',
        pointer,
        message: `The compatibility note has ${length} characters; fewer than 500 are advised.`,
      }
}

/** Nested fields that authors write flat, as some clients show them (AK-060); flat, they have no effect. */
const nestedFields = new Map(
  [
    ['runtime', 'mode'],
    ['metadata', 'primaryDocument'],
    ['metadata', 'primaryOntology'],
    ['metadata', 'primaryAnswers'],
    ['metadata', 'producedBy'],
  ].flatMap(([outer = '', inner = '']) =>
    [inner, `${outer}.${inner}`, `${outer}_${inner}`].map((flat): [string, readonly [string, string]] => [
      flat.toLowerCase(),
      [outer, inner],
    ]),
  ),
)

/** AK-054: private metadata keys are kept and should have a namespace; a mapping is one. */
function unknownField({ pointer, field, suggestion, written }: FieldProblem): Finding | undefined {
  const nested = pointer.split('/').length === 2 ? nestedFields.get(field.toLowerCase()) : undefined
  if (nested) {
    const [outer, inner] = nested
    return {
      code: 'AK316',
      pointer,
      atKey: true,
      message: `The field "${field}" is unknown here.`,
      help: `Write "${inner}" inside the mapping "${outer}".`,
    }
  }
  if (isPrefixed(field) || (pointer.startsWith('/metadata/') && isObject(written) && suggestion === undefined))
    return undefined
  if (suggestion !== undefined) {
    return {
      code: 'AK316',
      pointer,
      atKey: true,
      message: `The field "${field}" is unknown here.`,
      help: `Did you mean "${suggestion}"?`,
      replacement: { title: `Rename to "${suggestion}"`, text: suggestion },
    }
  }
  return pointer.startsWith('/metadata/') && pointer.split('/').length === 3
    ? { code: 'AK314', pointer, atKey: true, message: `The private metadata key "${field}" has no namespace.` }
    : { code: 'AK316', pointer, atKey: true, message: `The field "${field}" is unknown here.` }
}
