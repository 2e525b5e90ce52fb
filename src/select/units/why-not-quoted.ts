import { formatOf } from '../../formats/format-of.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Omission } from '../../model/reading/read.ts'
import { isWebAddress } from '../../text/paths/paths.ts'

type Why = Pick<Omission, 'reason' | 'detail'>

/** Why a unit is listed but not quoted; `undefined` for text. Nothing is opened. */
export function whyNotQuoted({ unit, folder }: Pick<AllowedUnit, 'unit' | 'folder'>): Why | undefined {
  if (folder?.closed !== undefined) return { reason: 'refused', detail: folder.closed }
  if (folder?.files.length === 0) return notText('Its folder contains no text file that may be read.')
  if (folder) return undefined
  const { format, contentType, artifact } = unit
  const { path } = unit.unit
  if (isWebAddress(path)) return notText(`Its content is at ${path}, which is not fetched.`)
  if (formatOf(path, format?.value ?? contentType?.value) !== undefined) return undefined
  const what = format?.value ?? contentType?.value ?? path.slice(path.lastIndexOf('.') + 1)
  if (artifact.value === 'service')
    return notText(`It is a service, described as ${what}; it is listed and never called.`)
  if (artifact.value === 'executable') return notText(`It is a program (${what}); it is listed and never run.`)
  return notText(`It is ${what}, which is not text.`)
}

const notText = (detail: string): Why => ({ reason: 'not-text', detail })
