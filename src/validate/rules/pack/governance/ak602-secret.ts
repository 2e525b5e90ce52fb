import { findSecrets } from '../../../../text/detect/secrets.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText, textFiles } from '../../../pack-facts/text-files.ts'

/** Applies to every folder: a secret is distributed with the pack (AK-311). */
export const secret: PackRule = {
  codes: ['AK602'],
  needs: 'files-if-given',
  check({ text }, report, folder) {
    const scan = (content: string, file: string | undefined, message: string): void =>
      reportInText(
        content,
        file,
        findSecrets(content).map((span) => ({ code: 'AK602', span, message })),
        report,
      )
    scan(text, undefined, 'The guide contains a possible secret.')
    for (const path of folder ? textFiles(folder) : []) {
      if (path !== 'KNOWLEDGE.md') scan(folder?.content(path) ?? '', path, 'The file contains a possible secret.')
    }
  },
}
