import type { Finding } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { pathProblem, type PathProblem } from '../text/paths.ts'
import { isObject } from './read-fields.ts'
import { pointer } from './tree.ts'

/** What makes a manifest unusable: the reject list of KCP §7, and paths that leave the root (§14). */
export function rejections(raw: Record<string, unknown>): readonly Finding[] {
  const findings: Finding[] = []
  const project = raw['project']
  if (typeof project !== 'string' || project.trim() === '') {
    findings.push({
      code: 'KCP201',
      message: project === undefined ? 'The field "project" is missing.' : 'The field "project" is not a non-empty text.',
      pointer: Object.hasOwn(raw, 'project') ? '/project' : '',
    })
  }
  const units = raw['units']
  if (!Array.isArray(units) || units.length === 0) {
    const message = units === undefined ? 'The list "units" is missing.' : Array.isArray(units) ? 'The list "units" is empty.' : 'The field "units" is not a list.'
    findings.push({ code: 'KCP202', message, pointer: Object.hasOwn(raw, 'units') ? '/units' : '' })
    return findings
  }
  if (units.length > limits.units) findings.push({ code: 'KCP106', message: `The manifest declares ${units.length} units; at most ${limits.units} are read.`, pointer: '/units' })
  for (let i = 0; i < units.length; i++) unitRejections(units[i], i, findings)
  return findings
}

const requiredTexts = [
  ['id', 'KCP203'],
  ['path', 'KCP204'],
  ['intent', 'KCP205'],
] as const

function unitRejections(unit: unknown, index: number, findings: Finding[]): void {
  if (!isObject(unit)) {
    findings.push({ code: 'KCP220', message: `Unit ${index + 1} is not a mapping of fields.`, pointer: pointer('units', index) })
    return
  }
  for (const [field, code] of requiredTexts) {
    const value = unit[field]
    if (typeof value === 'string' && value.trim() !== '') continue
    const name = typeof unit['id'] === 'string' && field !== 'id' ? `Unit "${unit['id']}"` : `Unit ${index + 1}`
    const declared = Object.hasOwn(unit, field)
    findings.push({
      code,
      message: declared ? `${name} has an "${field}" that is not a non-empty text.` : `${name} has no "${field}".`,
      pointer: declared ? pointer('units', index, field) : pointer('units', index),
    })
  }
  const path = unit['path']
  const problem = typeof path === 'string' ? pathProblem(path) : undefined
  if (problem) findings.push({ code: 'KCP501', message: `The path "${path}" ${pathSentences[problem]}.`, pointer: pointer('units', index, 'path') })
}

export const pathSentences: Record<PathProblem, string> = {
  absolute: 'is absolute',
  drive: 'starts with a drive letter',
  escape: 'leaves its root folder',
  nul: 'holds a NUL character',
  encoded: 'hides a way out in percent-encoding',
}
