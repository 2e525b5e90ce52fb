import { oneLine } from '../../author/plain-line.ts'
import { fenceManifestText } from '../../fence/text.ts'
import type { Fenced } from '../../model/brands.ts'
import type { FoundInFile } from './search.ts'

/**
 * Fences found places, with their paths from a folder. Text is indented, so that no file can imitate our headings; a
 * name is always one line.
 */
export const fenceFiles = (found: readonly FoundInFile[], folder: string): Fenced =>
  fenceManifestText(found.map((one) => `${headingOf(one, folder)}\n${indented(one.excerpt)}`).join('\n\n'), 'workspace')

function headingOf({ root, path, line }: FoundInFile, folder: string): string {
  const place = `${root}/${path}`
  return `${oneLine(place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : place)}:${line}`
}

const indented = (text: string): string => text.replaceAll(/^(?=[^\n])/gm, '  ')
