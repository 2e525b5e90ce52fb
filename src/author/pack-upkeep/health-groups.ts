import type { Code } from '../../model/codes/codes.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'

/** The seven questions of a health check (AK-327). */
export const healthGroups = [
  'consistency',
  'completeness',
  'coverage',
  'islands',
  'freshness',
  'traceability',
  'security',
] as const
export type HealthGroup = (typeof healthGroups)[number]

const groupOf: Readonly<Partial<Record<Code, HealthGroup>>> = {
  AK407: 'traceability',
  AK408: 'traceability',
  AK409: 'consistency',
  AK412: 'islands',
  AK414: 'traceability',
  AK415: 'consistency',
  AK501: 'security',
  AK601: 'traceability',
  AK602: 'security',
  AK603: 'security',
  AK605: 'freshness',
  AK606: 'traceability',
  AK607: 'consistency',
  AK608: 'freshness',
  AK609: 'traceability',
  AK610: 'consistency',
  AK611: 'consistency',
  AK801: 'coverage',
}

/** Errors of the frontmatter and of records are inconsistencies; advice is about what is missing. */
export const healthGroupOf = ({ code, severity }: Diagnostic): HealthGroup =>
  groupOf[code] ?? (severity === 'error' ? 'consistency' : 'completeness')
