import { given, packSummary, type PackSummary } from '../../catalog/pack-summary.ts'
import type { Diagnostic } from '../../model/diagnostic.ts'
import type { PackDescription } from './describe-pack.ts'

/** The minimum record that clients keep of a pack (AK-088). */
export interface CatalogMetadata extends PackSummary {
  /** As the pack claims it; only a grant counts. */
  readonly trust?: string
  readonly scope?: string
  readonly location: string
  readonly packRoot: string
  /** One line each, as the standard has it. */
  readonly diagnostics: readonly string[]
}

export function catalogMetadata({ head, location, packRoot, diagnostics }: PackDescription): CatalogMetadata {
  return {
    ...packSummary(head),
    ...given({ trust: head.trust, scope: head.ownership }),
    location,
    packRoot,
    diagnostics: diagnostics.map(lineOf),
  }
}

const lineOf = ({ severity, code, where: { file, range }, message }: Diagnostic): string =>
  `${severity} ${code} ${file}${range ? `:${range.start.line}` : ''}: ${message}`
