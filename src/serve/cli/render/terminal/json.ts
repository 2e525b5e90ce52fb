import type { Excerpt } from '../../../../app/index.ts'
import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'

/** JSON that is safe on a terminal: what it might interpret or hide is escaped. The values stay the same. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(unsafe, escapeUnits)}\n`
}

const unsafe =
  /[\u007f-\u009f\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

function escapeUnits(character: string): string {
  let escaped = ''
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escaped
}

export interface Outcome {
  readonly command: string
  /** Default: the command. */
  readonly kind?: string
  /** Name of the one pack it is about. */
  readonly pack?: string | undefined
  readonly diagnostics?: readonly Diagnostic[]
  /** Default: whether no diagnostic is an error. */
  readonly ok?: boolean
}

/** The first keys of a `--json` object: ours, and those that scripts of the reference tool read (AK-333). */
export function scriptEnvelope({ command, kind = command, pack, diagnostics = [], ok: given }: Outcome): {
  readonly ok: boolean
  readonly [key: string]: unknown
} {
  const ok = given ?? diagnostics.every(({ severity }) => severity !== 'error')
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

/** The whole `--json` object; a field replaces a key of the envelope of the same name. */
export const recordText = (outcome: Outcome, fields: object): string =>
  jsonText({ ...scriptEnvelope(outcome), ...fields })

/** Excerpts for scripts: places and reasons. Their text is in the fence only (AK-177). */
export const excerptPlaces = (excerpts: readonly Excerpt[]): readonly Omit<Excerpt, 'text'>[] =>
  excerpts.map(({ text: _text, ...place }) => place)
