import { resolve } from 'node:path'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { fileName } from '../../text/paths/paths.ts'
import { validateRecord, type ValidateRecordOptions } from '../../validate/validate-record.ts'
import type { Validation } from '../../validate/validate.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { ValidatedPaths } from './validate-paths.ts'

export interface ValidateRecordsOptions extends Omit<ValidateRecordOptions, 'file'> {
  readonly cwd: string
}

/** Validates files as records, whatever their names. A folder counts as missing. */
export function validateRecords(
  files: Files,
  paths: readonly string[],
  { cwd, ...options }: ValidateRecordsOptions,
): ValidatedPaths {
  const named = [...new Set(paths)].map((written) => ({ written, path: resolve(cwd, written) }))
  const isThere = ({ path }: { readonly path: string }): boolean => !['folder', undefined].includes(files.kindOf(path))
  const documents = named.filter(isThere).map(({ path }) => {
    const file = shownPath(cwd, path)
    return { path: file, ...validateFile(files, path, { ...options, file }) }
  })
  return {
    documents,
    missing: named.filter((name) => !isThere(name)).map(({ written }) => written),
    skipped: [],
    notes: [],
  }
}

function validateFile(
  files: Files,
  path: string,
  options: ValidateRecordOptions & { readonly file: string },
): Validation {
  const read = files.read(resolve(path, '..'), fileName(path), { limit: limits.documentBytes })
  if (read.ok) return validateRecord(read.bytes, options)
  const code = read.trouble === 'too-large' ? 'RUN105' : 'RUN106'
  return {
    format: 'record',
    parsed: false,
    valid: false,
    diagnostics: diagnose([{ code, message: read.detail }], { file: options.file, text: '' }),
  }
}
