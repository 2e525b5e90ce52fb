import { shortDigest } from '../../text/bytes/digest.ts'
import { fileStem, folderOf } from '../../text/paths/paths.ts'

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
  const name = isFolderIndex ? folder : `${folder}-${stem}`
  const slug = latinSlug(name)
  const id = slug === '' ? 'document' : slug
  return losesLetters(name) ? withDigest(id, name) : id
}

/** For a name in another script: a number would belong to another document as soon as one is added. */
function withDigest(id: string, name: string): string {
  const start = id.slice(0, longestId - digestLength - 1).replace(/-+$/, '')
  return `${start}-${shortDigest(name.normalize('NFC'), digestLength)}`
}

const longestId = 64
const digestLength = 6

/** Latin letters that have no accent to remove. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** In small Latin letters without accents; letters of other scripts are kept. */
function spelledOut(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? '')
}

const losesLetters = (text: string): boolean => !isAscii(text) && /[^\P{L}a-z]/u.test(spelledOut(text))
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Removes accents; drops everything but Latin letters and digits. */
export function latinSlug(text: string): string {
  return spelledOut(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestId)
    .replace(/-+$/, '')
}
