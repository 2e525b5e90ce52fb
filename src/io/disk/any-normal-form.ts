import type { Files } from '../../model/ports.ts'

/**
 * A disk on which a name is found in any Unicode normal form, because archives and other disks change the form
 * invisibly. An exact match wins; if several other names match, none is used.
 */
export function anyNormalForm(files: Files): Files {
  const respelled = (path: string): string | undefined => (isPlain(path) ? undefined : spelledOn(files, path))
  const retry = <T>(path: string, found: T | undefined, again: (spelled: string) => T | undefined): T | undefined => {
    const spelled = found === undefined ? respelled(path) : undefined
    return spelled === undefined ? found : again(spelled)
  }
  return {
    read(root, path, options) {
      const read = files.read(root, path, options)
      const spelled = !read.ok && read.trouble === 'missing' ? respelled(`${root}/${path}`) : undefined
      const home = spelled === undefined || isPlain(root) || files.kindOf(root) ? root : respelled(root)
      if (spelled === undefined || home === undefined) return read
      return files.read(home, spelled.slice(home.length + 1), options)
    },
    list: (folder, wanted) => retry(folder, files.list(folder, wanted), (spelled) => files.list(spelled, wanted)),
    kindOf: (path) => retry(path, files.kindOf(path), (spelled) => files.kindOf(spelled)),
    realPath: (path) => retry(path, files.realPath(path), (spelled) => files.realPath(spelled)),
    ...(files.expect ? { expect: files.expect } : {}),
    ...(files.stamps ? { stamps: files.stamps } : {}),
    ...(files.sizeOf ? { sizeOf: files.sizeOf } : {}),
    ...(files.mayHaveChanged ? { mayHaveChanged: files.mayHaveChanged } : {}),
    ...(files.folderStamp ? { folderStamp: files.folderStamp } : {}),
    ...(files.revision ? { revision: files.revision } : {}),
    ...(files.pdfText ? { pdfText: files.pdfText } : {}),
  }
}

/** ASCII has only one normal form. */
const isPlain = (path: string): boolean => /^[\0-\x7f]*$/.test(path)

/** The path as spelled on disk; `undefined` if a part does not exist in any form. */
function spelledOn(files: Files, path: string): string | undefined {
  let spelled = ''
  for (const [i, name] of path.split('/').entries()) {
    const written = i === 0 ? name : `${spelled}/${name}`
    if (written === '' || files.kindOf(written) !== undefined) {
      spelled = written
      continue
    }
    if (isPlain(name)) return undefined
    const plain = name.normalize('NFC')
    const listed = files.list(spelled === '' ? '/' : spelled) ?? []
    const [other, ...more] = listed.filter((entry) => entry.name.normalize('NFC') === plain)
    if (!other || more.length > 0) return undefined
    spelled = `${spelled}/${other.name}`
  }
  return spelled
}
