import type { Severity } from '../../../../model/diagnostic.ts'
import { findInjections } from '../../../../text/detect/injection.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText, textFiles } from '../../../pack-facts/text-files.ts'

/** Layers that reach a model; elsewhere, as in raw sources, the text is only an info. */
const released = /^(?:compiled|documents|wiki|ontology|answers)\//

/** Includes metadata and body of the guide: both reach a model (AK-316, AK-318). */
export const injection: PackRule = {
  codes: ['AK603'],
  needs: 'files-if-given',
  check({ text }, report, folder) {
    const scan = (content: string, file: string | undefined, severity: Severity, message: string): void =>
      reportInText(
        content,
        file,
        findInjections(content).map((span) => ({ code: 'AK603', span, severity, message })),
        report,
      )
    scan(text, undefined, 'warning', 'The guide contains text that addresses the model.')
    for (const path of folder ? textFiles(folder) : []) {
      if (path === 'KNOWLEDGE.md') continue
      const content = folder?.content(path) ?? ''
      scan(
        path.endsWith('.json') ? undoJsonEscapes(content) : content,
        path,
        released.test(path) ? 'warning' : 'info',
        'The file contains text that addresses the model.',
      )
    }
  },
}

/** Decodes JSON escapes and keeps every offset: the rest of an escape becomes an invisible character. */
function undoJsonEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))/g,
    (escape, code: string | undefined, letter: string | undefined) =>
      decoded(code, letter ?? '').padEnd(escape.length, '\u200B'),
  )
}

function decoded(code: string | undefined, letter: string): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  return /[nrt]/.test(letter) ? ' ' : letter
}
