import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
import { digest } from '../../../../text/bytes/digest.ts'

/** Fingerprints of findings that are not reported again, with how often each occurs. */
export type KnownFindings = ReadonlyMap<string, number>

type Finding = Pick<Diagnostic, 'code' | 'message' | 'where'>

/** Equal for the same finding after lines were added above it. */
export function fingerprintOf({ code, message, where: { file, pointer } }: Finding): string {
  return digest(JSON.stringify([code, file, pointer, message]))
}

export function knownFindings(findings: readonly Finding[]): KnownFindings {
  const known = new Map<string, number>()
  for (const finding of findings) {
    const fingerprint = fingerprintOf(finding)
    known.set(fingerprint, (known.get(fingerprint) ?? 0) + 1)
  }
  return known
}

/** A filter that drops each known finding as often as it is known. */
export function dropKnown(known: KnownFindings): (finding: Finding) => boolean {
  const left = new Map(known)
  return (finding) => {
    const fingerprint = fingerprintOf(finding)
    const count = left.get(fingerprint) ?? 0
    left.set(fingerprint, count - 1)
    return count <= 0
  }
}

/** The findings of an earlier `--json` report; `undefined` for any other file. */
export function readBaseline(text: string): KnownFindings | undefined {
  try {
    const report = JSON.parse(text) as { readonly kind?: unknown; readonly documents?: unknown }
    if (report.kind !== 'validation' || !Array.isArray(report.documents)) return undefined
    return knownFindings(
      report.documents.flatMap(({ diagnostics }: { diagnostics: readonly Finding[] }) => diagnostics),
    )
  } catch {
    return undefined
  }
}
