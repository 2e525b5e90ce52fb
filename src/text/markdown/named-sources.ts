import { findSourceMarks } from './source-marks.ts'

/** A file of the layers with facts, however it is named: a link, a table cell, a comment, bare words. */
const layerFile = /(?<![\p{L}\p{N}_-])(?:sources|documents|wiki)\/[^\s|()<>"'`[\]]{1,300}\.\w{1,8}/iu
const webAddress = /https?:\/\/[^\s|()<>"'`[\]]{4,}/i

/** The text names its source: a source mark, a file of the pack, or a web address. */
export function namesSource(text: string): boolean {
  return layerFile.test(text) || webAddress.test(text) || findSourceMarks(text).some(({ broken }) => !broken)
}

/** Footnotes and link definitions that name a source, by their labels; a text that uses the label names it too. */
export class SourceLabels {
  readonly #labels = new Set<string>()

  /** `true` when the text is a definition, which is not a statement. */
  add(text: string): boolean {
    const [, label, rest = ''] = /^\[(\^?[^[\]]{1,100})\]:(.*)/s.exec(text) ?? []
    if (label === undefined) return false
    if (namesSource(rest)) this.#labels.add(fold(label))
    return true
  }

  usedIn(text: string): boolean {
    if (this.#labels.size === 0) return false
    for (const [, label = ''] of text.matchAll(/\[(\^?[^[\]]{1,100})\]/g))
      if (this.#labels.has(fold(label))) return true
    return false
  }
}

const fold = (label: string): string => label.trim().toLowerCase()
