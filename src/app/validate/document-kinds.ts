import type { Code } from '../../model/codes/codes.ts'
import { limits } from '../../model/limits.ts'
import type { SourceText } from '../../parse/decode.ts'
import type { DiagnoseOptions } from '../../parse/diagnose.ts'
import { fileName } from '../../text/paths/paths.ts'
import { validateRecord } from '../../validate/validate-record.ts'
import {
  validateConfig,
  validateDistribution,
  validateLlmsTxt,
  validateQuestions,
  validateWellKnown,
} from '../../validate/validate-side-document.ts'
import {
  validateManifest,
  validatePack,
  validateText,
  type ValidatedFormat,
  type ValidateOptions,
  type Validation,
} from '../../validate/validate.ts'

/** How a named file is validated. */
export interface DocumentKind {
  readonly format: ValidatedFormat
  readonly limit: number
  readonly tooLarge: Code
  readonly unreadable: Code
  validate(bytes: Uint8Array, options: ValidateOptions): Validation
}

const kcpFile = { limit: limits.documentBytes, tooLarge: 'KCP106', unreadable: 'KCP107' } as const
export const recordKind: DocumentKind = {
  format: 'record',
  limit: limits.documentBytes,
  tooLarge: 'RUN105',
  unreadable: 'RUN106',
  validate: validateRecord,
}
const pack: DocumentKind = {
  format: 'pack',
  limit: limits.contentBytes,
  tooLarge: 'AK106',
  unreadable: 'AK107',
  validate: validatePack,
}

/** By file name, the first match; every other file is validated as a pack. */
const kindsByName: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^llms\.txt$/i, { format: 'llms', ...kcpFile, validate: validateLlmsTxt }],
  [/^kcp\.json$/i, { format: 'well-known', ...kcpFile, validate: validateWellKnown }],
  [/^catalog\.ya?ml$/i, { format: 'catalog', ...kcpFile, validate: validateDistribution }],
  [
    /^lorefence\.yaml$/,
    {
      format: 'config',
      limit: limits.documentBytes,
      tooLarge: 'RUN601',
      unreadable: 'RUN601',
      validate: validateConfig,
    },
  ],
  [
    /^questions\.ya?ml$/i,
    {
      format: 'questions',
      limit: limits.documentBytes,
      tooLarge: 'RUN108',
      unreadable: 'RUN108',
      validate: validateQuestions,
    },
  ],
  [/\.ya?ml$/i, { format: 'manifest', ...kcpFile, validate: validateManifest }],
  [/\.json$/i, recordKind],
]

export function documentKindOf(name: string): DocumentKind {
  return kindsByName.find(([pattern]) => pattern.test(name))?.[1] ?? pack
}

/** Files that accompany manifests, and our config; only at a root. */
export const rootDocuments = [
  'llms.txt',
  '.well-known/kcp.json',
  '.kcp/catalog.yaml',
  'lorefence.yaml',
  '.lorefence/questions.yaml',
] as const

interface ValidateSourceOptions extends DiagnoseOptions {
  /** The name of the document; without one, its first characters determine the format. */
  readonly name?: string
}

/** Validates one document of any kind by its bytes. No file is read. */
export function validateSource(source: SourceText, { name, ...options }: ValidateSourceOptions): Validation {
  if (name === undefined) return validateText(source, { ...options, file: 'stdin' })
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source
  return documentKindOf(fileName(name)).validate(bytes, { ...options, file: name })
}
