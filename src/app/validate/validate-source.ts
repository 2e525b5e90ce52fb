import type { SourceText } from '../../parse/decode.ts'
import type { DiagnoseOptions } from '../../parse/diagnose.ts'
import { fileName } from '../../text/paths/paths.ts'
import { validateText, type Validation } from '../../validate/validate.ts'
import { documentKindOf } from './document-kinds.ts'

export interface ValidateSourceOptions extends DiagnoseOptions {
  /** The name of the document; without one, its first characters determine the format. */
  readonly name?: string
}

/** Validates one document of any kind by its bytes. No file is read. */
export function validateSource(source: SourceText, { name, ...options }: ValidateSourceOptions): Validation {
  if (name === undefined) return validateText(source, { ...options, file: 'stdin' })
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source
  return documentKindOf(fileName(name)).validate(bytes, { ...options, file: name })
}
