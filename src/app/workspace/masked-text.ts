import type { WorkspaceFileKind } from '../../model/workspace.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { maskedCode } from './masked-code.ts'
import { maskedSettings } from './masked-settings.ts'

/** A text without its secrets, with the same lines. The value of a password is one, whatever it looks like. */
export function maskedText(text: string, { path, kind }: MaskedFile): string {
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]${text.slice(start, end).replaceAll(/[^\n]/g, '')}`
    at = end
  }
  masked += text.slice(at)
  if (kind === 'configuration' || (kind === 'code' && isScript.test(path))) return maskedSettings(masked)
  return kind === 'code' ? maskedCode(masked) : masked
}

interface MaskedFile {
  readonly path: string
  readonly kind: WorkspaceFileKind
}

/** Files of commands: values need no quotes. */
const isScript =
  /(?:^|\/)(?:(?:docker|container|make|just|vagrant|proc)file[^/]*|[^/]*\.(?:dockerfile|(?:ba|z|fi|k|c)?sh|ps1|psm1|bat|cmd|mk))$/i
