import { formatOf } from '../../formats/format-of.ts'
import type { AllowedUnit } from '../../model/brands.ts'

/** Why a unit is listed and not quoted; `undefined` for text. Nothing is opened. */
export function quotability({ unit, folder }: Pick<AllowedUnit, 'unit' | 'folder'>): string | undefined {
  if (folder) return folder.files.length === 0 ? 'Its folder contains no text file that may be read.' : undefined
  const { format, contentType, artifact } = unit
  const { path } = unit.unit
  if (formatOf(path, format?.value ?? contentType?.value) !== undefined) return undefined
  const what = format?.value ?? contentType?.value ?? path.slice(path.lastIndexOf('.') + 1)
  if (artifact.value === 'service') return `It is a service, described as ${what}; it is listed and never called.`
  if (artifact.value === 'executable') return `It is a program (${what}); it is listed and never run.`
  return `It is ${what}, which is not text.`
}
