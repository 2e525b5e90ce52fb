import { join } from 'node:path'
import type { Switches } from '../model/ports.ts'
import { loadJson, saveJson } from './json-file.ts'

/** Refs the user switched off. */
export function switchStore(folder: string): Switches {
  const file = join(folder, 'disabled.json')
  const load = (): readonly string[] => loadJson(file, [])
  return {
    disabled: () => new Set(load()),
    set: (ref, enabled) => saveJson(file, enabled ? load().filter((other) => other !== ref) : [...new Set([...load(), ref])].sort()),
  }
}
