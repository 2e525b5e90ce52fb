import type { Files } from '../model/ports.ts'
import { findDocuments, type LeftOut } from './find-documents.ts'
import { readDocument, type ReadDocument } from './read-document.ts'

/** Passes each document to `take`; returns what was left out, sorted. */
export function readDocuments(
  files: Files,
  root: string,
  starts: readonly string[],
  take: (document: ReadDocument) => LeftOut | void,
): readonly LeftOut[] {
  const found = findDocuments(files, root, starts)
  const leftOut = [...found.leftOut]
  const named = new Set(starts)
  for (const candidate of found.candidates) {
    const reading = readDocument(files, root, candidate, { isNamed: named.has(candidate.path) })
    const left = reading.ok ? take(reading.document) : { path: candidate.path, reason: reading.reason }
    if (left) leftOut.push(left)
  }
  return leftOut.sort((a, b) => (a.path < b.path ? -1 : 1))
}
