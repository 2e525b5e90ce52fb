import type { Finding } from '../model/codes/diagnostic.ts'
import type { SourceText } from '../parse/decode.ts'
import { diagnose, type DiagnoseOptions, type SourceDocument } from '../parse/diagnose.ts'
import { readConfig } from '../parse/config.ts'
import { readQuestions } from '../parse/questions.ts'
import { readDistribution } from '../parse/side-documents/distribution.ts'
import { readLlmsTxt } from '../parse/side-documents/llms-txt.ts'
import { readWellKnown } from '../parse/side-documents/well-known.ts'
import type { ValidatedFormat, Validation } from './validate.ts'

export interface ValidateSideOptions extends DiagnoseOptions {
  readonly file?: string
  readonly folderName?: string
}

/** The files that KCP defines beside manifests. */
export const validateLlmsTxt = (source: SourceText, options: ValidateSideOptions = {}): Validation =>
  verdict('llms', readLlmsTxt(source, options.file ?? 'llms.txt'), options)

export const validateWellKnown = (source: SourceText, options: ValidateSideOptions = {}): Validation =>
  verdict('well-known', readWellKnown(source, options.file ?? '.well-known/kcp.json'), options)

export const validateDistribution = (source: SourceText, options: ValidateSideOptions = {}): Validation =>
  verdict('catalog', readDistribution(source, options.file ?? '.kcp/catalog.yaml'), options)

/** The user's config is in a folder named `lorefence`; any other is validated as one of a workspace. */
export const validateConfig = (source: SourceText, options: ValidateSideOptions = {}): Validation =>
  verdict(
    'config',
    readConfig(source, options.file ?? 'lorefence.yaml', options.folderName === 'lorefence' ? 'user' : 'workspace'),
    options,
  )

export const validateQuestions = (source: SourceText, options: ValidateSideOptions = {}): Validation =>
  verdict('questions', readQuestions(source, options.file ?? '.lorefence/questions.yaml'), options)

interface Reading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly value?: unknown
}

function verdict(
  format: ValidatedFormat,
  { source, findings, value }: Reading,
  options: ValidateSideOptions,
): Validation {
  const diagnostics = diagnose(findings, source, options)
  const parsed = value !== undefined
  return {
    format,
    parsed,
    valid: parsed && diagnostics.every((diagnostic) => diagnostic.severity !== 'error'),
    diagnostics,
  }
}
