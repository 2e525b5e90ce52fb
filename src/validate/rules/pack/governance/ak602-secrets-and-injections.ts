import type { Severity } from '../../../../model/codes/diagnostic.ts'
import { findInjections } from '../../../../text/detect/injection.ts'
import { findSecrets } from '../../../../text/detect/secrets.ts'
import type { Folder } from '../../../folder.ts'
import { reportInText, textFiles } from '../../../pack-facts/text-files.ts'
import type { PackRule } from '../../../rule.ts'

/** The text files of a pack except its guide, which is checked as it is being validated. */
const filesBesideGuide = (folder: Folder | undefined): readonly string[] =>
  folder ? textFiles(folder).filter((path) => path !== 'KNOWLEDGE.md') : []

/** Applies to every folder: a secret is distributed with the pack (AK-311). */
export const secretInText: PackRule = {
  codes: ['AK602'],
  needs: 'files-if-given',
  check({ text }, report, folder) {
    const scan = (content: string, file: string | undefined, message: string): void => {
      const findings = findSecrets(content).map((span) => ({ code: 'AK602' as const, span, message }))
      reportInText(content, file, findings, report)
    }
    scan(text, undefined, 'The guide contains a possible secret.')
    for (const path of filesBesideGuide(folder))
      scan(folder?.content(path) ?? '', path, 'The file contains a possible secret.')
  },
}

/** Layers that reach a model; elsewhere, as in raw sources, the text is only an info. */
const released = /^(?:compiled|documents|wiki|ontology|answers)\//

/** Includes metadata and body of the guide: both reach a model (AK-316, AK-318). */
export const injectionInText: PackRule = {
  codes: ['AK603'],
  needs: 'files-if-given',
  check({ text }, report, folder) {
    const scan = (content: string, file: string | undefined, severity: Severity, message: string): void => {
      const findings = findInjections(content).map((span) => ({ code: 'AK603' as const, span, severity, message }))
      reportInText(content, file, findings, report)
    }
    scan(text, undefined, 'warning', 'The guide contains text that addresses the model.')
    for (const path of filesBesideGuide(folder)) {
      const content = folder?.content(path) ?? ''
      const decoded = path.endsWith('.json') ? undoJsonEscapes(content) : content
      const severity = released.test(path) ? 'warning' : 'info'
      scan(decoded, path, severity, 'The file contains text that addresses the model.')
    }
  },
}

/** Decodes JSON escapes and keeps every offset: the rest of an escape becomes an invisible character. */
function undoJsonEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))/g,
    (escape, code: string | undefined, letter: string | undefined) =>
      decodedEscape(code, letter ?? '').padEnd(escape.length, '\u200B'),
  )
}

function decodedEscape(code: string | undefined, letter: string): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  return /[nrt]/.test(letter) ? ' ' : letter
}
