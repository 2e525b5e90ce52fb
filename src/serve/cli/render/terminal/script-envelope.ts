import type { Diagnostic } from '../../../../model/diagnostic.ts'

export interface Outcome {
  readonly kind: string
  readonly command: string
  /** Name of the one pack it is about. */
  readonly pack?: string | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** The first keys of a `--json` object: ours, and those that scripts of the reference tool read (AK-333). */
export function scriptEnvelope({ kind, command, pack, diagnostics }: Outcome): {
  readonly ok: boolean
  readonly [key: string]: unknown
} {
  const ok = diagnostics.every(({ severity }) => severity !== 'error')
  return {
    schemaVersion: 1,
    kind,
    ok,
    status: ok ? 'ok' : 'failed',
    command,
    pack: pack ?? null,
    findings: diagnostics.map(({ severity, where, message, code }) => ({
      severity,
      path: where.file,
      message,
      code,
      pointer: where.pointer,
      line: where.range?.start.line,
    })),
  }
}
