import { fileStem, folderOf } from '../text/paths/paths.ts'

/** An id for each path: lowercase letters, digits and hyphens, unique among them and `others`, the same for the same paths (KCP §4.2). */
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

/** The folder `docs` goes without saying, and a README speaks for its folder. */
function idOf(path: string): string {
  const folder = folderOf(path).replace(/^docs?(?:\/|$)/, '')
  const stem = fileStem(path)
  const speaksForFolder = folder !== '' && /^(?:readme|index)$/i.test(stem)
  const id = latinSlug(speaksForFolder ? folder : `${folder}-${stem}`)
  return id === '' ? 'document' : id
}

/** Accents are taken off; what has no Latin letter left is dropped. */
export function latinSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '')
}
