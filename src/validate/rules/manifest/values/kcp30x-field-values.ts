import type { Finding } from '../../../../model/codes/diagnostic.ts'
import type { Field } from '../../../../model/tables/fields.ts'
import { governanceFields } from '../../../../model/documents/governance.ts'
import { manifestFields } from '../../../../model/tables/manifest-fields.ts'
import { unitFields } from '../../../../model/tables/unit-fields.ts'
import {
  accessLevels,
  actions,
  approvalMechanisms,
  indexingPermissions,
  indexingShorthands,
  paymentTiers,
  permissions,
  restrictions,
  sensitivities,
  staleActions,
  verificationStatuses,
} from '../../../../model/tables/vocabulary.ts'
import { checkFields, isPrefixed, type FieldProblem } from '../../../../parse/check-fields.ts'
import { canonicalRestriction, knownSpelling } from '../../../../parse/respelled.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { isOfUnknownMethod } from '../../../manifest-facts/auth-methods.ts'
import { isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** Types, vocabularies, ranges, dates and spellings of every declared field, by the manifest's table. */
export const manifestFieldValues: ManifestRule = {
  codes: [
    'KCP301',
    'KCP302',
    'KCP303',
    'KCP307',
    'KCP313',
    'KCP314',
    'KCP316',
    'KCP320',
    'KCP321',
    'KCP322',
    'KCP324',
    'KCP607',
    'KCP620',
    'KCP710',
  ],
  needs: 'head',
  check({ raw }, report) {
    checkFields(manifestFields, raw, (problem) => {
      const finding =
        hasOwnRule(problem) ||
        isOldRestriction(problem) ||
        (problem.kind !== 'type' && isOfUnknownMethod(raw, problem.pointer))
          ? undefined
          : toFinding(problem)
      if (finding) report(finding)
    })
  },
}

const entries =
  /^\/(?:units|relationships|external_relationships|manifests)\/\d+$|\/(?:external_depends_on|conditions)\/\d+$/

/** Required fields, and entries that must be mappings, have their own rules with clearer messages. */
function hasOwnRule({ kind, pointer, field, written, shape }: FieldProblem): boolean {
  if (kind === 'missing' || kind === 'empty') return true
  if (kind === 'url') return field === 'issuer' && String(written).trim() === ''
  if (kind === 'value') return 'required' in shape && isBlank(written)
  return kind === 'type' && ('required' in shape || entries.test(pointer))
}

function toFinding(problem: FieldProblem): Finding | undefined {
  const { kind, pointer, field, expected, written, shape } = problem
  const shown = showValue(written)
  const isEntry = /\/\d+$/.test(pointer)
  switch (kind) {
    case 'type':
    case 'value':
      if (shape.type === 'choice') return wordFinding(problem, shape)
      return {
        code: 'KCP301',
        pointer,
        message: `${isEntry ? 'An entry of' : 'The field'} "${field}" is ${shown}, not ${expected}.`,
        ...booleanHelp(problem),
      }
    case 'range':
      return {
        code: 'KCP316',
        pointer,
        message: `The number ${shown} of "${field}" is not ${expected}.`,
        ...clampHelp(problem),
      }
    case 'date':
      return { code: 'KCP307', pointer, message: `The value ${shown} of "${field}" is not ${expected}.` }
    case 'url':
      if (pointer.startsWith('/serving/'))
        return { code: 'KCP710', pointer, message: `The address ${shown} of "serving" does not use HTTPS.` }
      return { code: 'KCP320', pointer, message: `The URL ${shown} of "${field}" does not use HTTPS.` }
    case 'single':
      return {
        code: 'KCP324',
        pointer,
        message: `The field "${field}" is ${shown}, not a list.`,
        replacement: { title: 'Make it a list', text: `[${JSON.stringify(written)}]` },
      }
    case 'too-long':
      return { code: 'KCP313', pointer, message: `The trigger ${shown} is longer than 60 characters.` }
    case 'too-many':
      return {
        code: 'KCP314',
        pointer,
        message: `The list "${field}" has ${(written as unknown[]).length} entries; the first 20 are used.`,
      }
    case 'unknown':
      return unknownField(problem)
    case 'missing':
    case 'empty':
      return undefined
  }
}

/** Values that a gate depends on: no automatic fix changes `unverified` to `verified`. */
const decidedByPeople: ReadonlySet<readonly string[]> = new Set<readonly string[]>([
  accessLevels,
  approvalMechanisms,
  indexingPermissions,
  indexingShorthands,
  paymentTiers,
  permissions,
  sensitivities,
  staleActions,
  verificationStatuses,
])

/** A value outside its vocabulary, or of another type. */
function wordFinding(
  { pointer, field, expected, written, suggestion }: FieldProblem,
  shape: Extract<FieldProblem['shape'], { type: 'choice' }>,
): Finding {
  const subject =
    typeof written === 'string'
      ? `The value ${showValue(written)} of "${field}" is`
      : `The field "${field}" is ${showValue(written)},`
  const fixable =
    suggestion !== undefined &&
    (!decidedByPeople.has(shape.of) ||
      (shape.of !== permissions && knownSpelling(String(written), shape.of) === suggestion))
  if (shape.of === permissions && suggestion === undefined && !(actions as readonly string[]).includes(field))
    return {
      code: 'KCP620',
      pointer,
      atKey: true,
      message: `The entry "${field}" of "authority" is neither an action nor a permission.`,
    }
  return {
    code: wordCode(shape, written),
    pointer,
    message: `${subject} not ${expected}.`,
    ...(suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }),
    ...(fixable ? { replacement: { title: `Change to "${suggestion}"`, text: suggestion } } : {}),
  }
}

/** KCP323 reports these. */
const isOldRestriction = ({ shape, written }: FieldProblem): boolean =>
  shape.type === 'choice' && shape.of === restrictions && typeof written === 'string' && isRestriction(written)

const isRestriction = (word: string): boolean => canonicalRestriction(word) !== undefined

function wordCode(shape: Extract<FieldProblem['shape'], { type: 'choice' }>, written: unknown): Finding['code'] {
  if (shape.of === permissions) return 'KCP607'
  if (shape.unlisted === 'error') return 'KCP303'
  return typeof written === 'string' ? 'KCP302' : 'KCP301'
}

/** A misspelled field that would have opened or closed something is a warning, and no fix writes one that opens. */
function unknownField({ pointer, field, suggestion }: FieldProblem): Finding | undefined {
  if (suggestion === undefined)
    return isPrefixed(field)
      ? undefined
      : { code: 'KCP322', pointer, atKey: true, message: `The custom field "${field}" has no prefix.` }
  return {
    code: 'KCP321',
    pointer,
    atKey: true,
    message: `The field "${field}" is unknown here.`,
    help: `Did you mean "${suggestion}"?`,
    ...(granting.has(suggestion)
      ? { severity: 'warning' }
      : { replacement: { title: `Rename to "${suggestion}"`, text: suggestion } }),
    ...(restricting.has(suggestion) ? { severity: 'warning' } : {}),
  }
}

const restricting: ReadonlySet<string> = new Set(governanceFields.filter((name) => name !== 'license'))
const granting: ReadonlySet<string> = new Set(
  Object.entries<Field>(unitFields).flatMap(([name, { grants }]) => (grants ? name : [])),
)

/** YAML 1.1 has these booleans, YAML 1.2 does not. */
function booleanHelp({ shape, written }: FieldProblem): { readonly help?: string } {
  return shape.type === 'boolean' && typeof written === 'string' && /^(?:y|yes|on|n|no|off)$/i.test(written)
    ? { help: `"${written}" is text in YAML 1.2; write true or false.` }
    : {}
}

function clampHelp({ shape, written }: FieldProblem): { readonly help?: string } {
  if (shape.type !== 'number' || typeof written !== 'number' || Number.isNaN(written)) return {}
  const clamped = Math.min(Math.max(written, shape.min ?? -Infinity), shape.max ?? Infinity)
  return { help: `Write a number within the range; it is read as ${clamped}.` }
}
