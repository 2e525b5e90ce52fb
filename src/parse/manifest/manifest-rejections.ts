import type { Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { isWebAddress, pathProblem, type PathProblem } from '../../text/paths/paths.ts'
import { isObject } from '../read-fields.ts'
import { pointer, type WrittenNumbers } from '../yaml/tree.ts'

/**
 * The reject list of KCP §7, and paths that leave the root (§14). The manifest is invalid; its usable parts are still
 * used.
 */
export function rejections(raw: Record<string, unknown>, numbers: WrittenNumbers): readonly Finding[] {
  const findings: Finding[] = []
  if (isBlank(raw['project'])) {
    const declared = Object.hasOwn(raw, 'project')
    findings.push({
      code: 'KCP201',
      message: declared ? 'The field "project" is empty or not text.' : 'The field "project" is missing.',
      pointer: declared ? '/project' : '',
      ...quoted(raw, 'project', numbers),
    })
  }
  const units = raw['units']
  if (!Array.isArray(units) || units.length === 0) {
    // A manifest that only includes others needs no units (KCP §3.11).
    if ((units === undefined || Array.isArray(units)) && includesOthers(raw)) return findings
    const pointer = Object.hasOwn(raw, 'units') ? '/units' : ''
    findings.push({ code: 'KCP202', message: unitsProblem(units), pointer })
    return findings
  }
  // One more than can be listed is enough to report that there are more.
  for (let i = 0; i < units.length && findings.length <= limits.findings; i++)
    unitRejections(units[i], i, numbers, findings)
  return findings
}

export function includesOthers({ composition }: Record<string, unknown>): boolean {
  const includes = isObject(composition) ? composition['includes'] : undefined
  return Array.isArray(includes) && includes.length > 0
}

function unitsProblem(units: unknown): string {
  if (units === undefined) return 'The list "units" is missing.'
  return Array.isArray(units) ? 'The list "units" is empty.' : 'The field "units" is not a list.'
}

const requiredTexts = [
  ['id', 'KCP203'],
  ['path', 'KCP204'],
  ['intent', 'KCP205'],
] as const

function unitRejections(unit: unknown, index: number, numbers: WrittenNumbers, findings: Finding[]): void {
  if (!isObject(unit)) {
    findings.push({
      code: 'KCP220',
      message: `Unit ${index + 1} is not a mapping of fields.`,
      pointer: pointer('units', index),
    })
    return
  }
  for (const [field, code] of requiredTexts) {
    if (!isBlank(unit[field])) continue
    const name = field === 'id' || isBlank(unit['id']) ? `unit ${index + 1}` : `unit "${unit['id']}"`
    const declared = Object.hasOwn(unit, field)
    findings.push({
      code,
      message: declared
        ? `The field "${field}" of ${name} is empty or not text.`
        : `The field "${field}" of ${name} is missing.`,
      pointer: declared ? pointer('units', index, field) : pointer('units', index),
      ...quoted(unit, field, numbers),
    })
  }
  const path = unit['path']
  const problem = typeof path === 'string' && !isWebAddress(path) ? pathProblem(path) : undefined
  if (problem)
    findings.push({
      code: 'KCP501',
      message: `The path "${path}" ${pathSentences[problem]}.`,
      pointer: pointer('units', index, 'path'),
    })
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

/** A number where text is required only lacks its quotes. */
function quoted(
  container: Record<string, unknown>,
  field: string,
  numbers: WrittenNumbers,
): Pick<Finding, 'replacement'> {
  const value = container[field]
  if (typeof value !== 'number') return {}
  return { replacement: { title: 'Quote it', text: JSON.stringify(numbers.text(container, field, value)) } }
}

export const pathSentences: Record<PathProblem, string> = {
  absolute: 'is absolute',
  drive: 'starts with a drive letter',
  escape: 'leaves its root folder',
  nul: 'contains a NUL character',
  encoded: 'leaves its root folder by percent-encoding',
}
