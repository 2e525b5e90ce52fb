import type { Diagnostic } from '../../src/model/codes/diagnostic.ts'
import { openFolder } from '../../src/validate/folder.ts'
import { validateManifest, type Validation } from '../../src/validate/validate.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'

/** Validates a manifest; with `files`, as if it were among them. */
export function judge(text: string, files?: Readonly<Record<string, MemoryContent>>): Validation {
  const folder =
    files &&
    openFolder(
      memoryFiles(Object.fromEntries(Object.entries(files).map(([path, content]) => [`/harbor/${path}`, content]))),
      '/harbor',
    )
  return validateManifest(text, { file: 'knowledge.yaml', lint: true, ...(folder ? { folder } : {}) })
}

export const codesIn = ({ diagnostics }: Validation): readonly string[] =>
  diagnostics.map((diagnostic) => diagnostic.code)

export const withCode = ({ diagnostics }: Validation, code: string): readonly Diagnostic[] =>
  diagnostics.filter((diagnostic) => diagnostic.code === code)

export const pointersOf = (validation: Validation, code: string): readonly string[] =>
  withCode(validation, code).map((diagnostic) => diagnostic.where.pointer)
