import type { Allowed, AllowedUnit } from '../../model/brands.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import { entryStands, grantedText } from '../../select/texts/granted-text.ts'
import { whyNotQuoted } from '../../select/units/why-not-quoted.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import type { LeftOut, PublicUnits } from './public-units.ts'

export interface PublishedTexts {
  /** By published path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Of the unit, where it differs from the one that is written. */
  readonly path: string
  readonly leftOut: readonly LeftOut[]
}

/** A web server sends these as pages or documents that run scripts, so they are published as plain text. */
const runsInBrowsers = /\.(?:[sx]?html?|xht|svgz?|xml|xslt?|mhtml?)$/i

const publishedPath = (path: string): string => (runsInBrowsers.test(path) ? `${path}.txt` : path)

/** The granted bytes of a unit, without files that seem to contain a secret; none, if nothing of it is left. */
export function publishedTexts(
  unit: AllowedUnit,
  packs: PublicUnits['packs'],
  files: Files,
  now: Date,
): PublishedTexts {
  const { ref, path, folder } = unit
  const pack = packs.get(`${unit.root}/${path}`)
  const why = whyNotQuoted(unit)?.detail ?? (pack ? undefined : whyNotPack(unit, files))
  if (why !== undefined) return { files: new Map(), path, leftOut: [{ ref, reason: why }] }
  const omitted: Omission[] = []
  const found = new Map<string, Uint8Array>()
  const leftOut: LeftOut[] = []
  const take = (holder: Allowed, own: string, target: string): void => {
    const granted = grantedText(files, holder, own, omitted)
    if (!granted) return
    const place = folder ? { path: target } : {}
    if (granted.text.includes('\0')) leftOut.push({ ref, ...place, reason: 'It contains bytes that are not text.' })
    else if (findSecrets(granted.text, now).length > 0)
      leftOut.push({ ref, ...place, reason: 'It contains a possible secret; "lorefence validate" shows where.' })
    else found.set(publishedPath(target), granted.bytes)
  }
  if (entryStands(files, unit, omitted)) {
    if (pack) take(pack, pack.entryFile, `${path}/${pack.entryFile}`)
    for (const one of folder?.files ?? [path]) take(unit, one, one)
  }
  const unread = omitted.map((one) => ({
    ref,
    ...(folder && one.path !== undefined ? { path: one.path } : {}),
    ...(one.code === undefined ? {} : { code: one.code }),
    reason: one.detail,
  }))
  return { files: found, path: folder ? path : publishedPath(path), leftOut: [...leftOut, ...unread] }
}

/** What the frontmatter of a pack says counts for its folder, whoever names it. */
function whyNotPack({ root, path, folder }: AllowedUnit, files: Files): string | undefined {
  const guide = `${path}/KNOWLEDGE.md`
  const isPack = folder && !folder.files.includes(guide) && files.kindOf(`${root}/${guide}`) === 'file'
  return isPack ? 'It is the folder of a pack that is invalid, not granted or not for everybody.' : undefined
}
