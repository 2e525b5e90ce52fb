import { join } from 'node:path'
import type { Approval } from '../model/decision.ts'
import type { Approvals } from '../model/ports.ts'
import { loadJson, saveJson } from './json-file.ts'

/** Approvals by ref; a newer one for the same ask replaces the older. */
export function approvalStore(folder: string): Approvals {
  const file = join(folder, 'approvals.json')
  const load = (): readonly Approval[] => loadJson(file, [])
  return {
    find: (ref) => load().filter((approval) => approval.ref === ref),
    save: (approval) => saveJson(file, [...load().filter(({ ref, code }) => ref !== approval.ref || code !== approval.code), approval]),
  }
}
