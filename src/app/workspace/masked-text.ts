import type { WorkspaceFileKind } from '../../model/workspace.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { maskedSettings } from './masked-settings.ts'

/** A text without its secrets, with the same lines. In settings the value of a password is one, whatever it looks like. */
export function maskedText(text: string, kind: WorkspaceFileKind): string {
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]${text.slice(start, end).replaceAll(/[^\n]/g, '')}`
    at = end
  }
  masked += text.slice(at)
  return kind === 'configuration' ? maskedSettings(masked) : masked
}
