import { fileStem, folderOf } from '../text/paths/paths.ts'

/** An id for each path: lowercase letters, digits and hyphens, unique among them and `others` (KCP §4.2). */
export function unitIds(paths: readonly string[], others: readonly string[] = []): readonly string[] {
  const taken = new Set(others)
  return paths.map((path) => {
    const wanted = idOf(path)
    let id = wanted
    for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`
    taken.add(id)
    return id
  })
}

/** The folder `docs` is omitted, and a README gets the name of its folder. */
function idOf(path: string): string {
  const folder = folderOf(path).replace(/^docs?(?:\/|$)/, '')
  const stem = fileStem(path)
  const isFolderIndex = folder !== '' && /^(?:readme|index)$/i.test(stem)
  const id = latinSlug(isFolderIndex ? folder : `${folder}-${stem}`)
  return id === '' ? 'document' : id
}

/** Removes accents; drops everything but Latin letters and digits. */
export function latinSlug(text: string): string {
  const bare = /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return bare
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '')
}
