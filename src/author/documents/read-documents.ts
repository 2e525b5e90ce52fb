import type { Files } from '../../model/ports.ts'
import { findDocuments, type FindDocumentsOptions, type SkippedFile } from './find-documents.ts'
import { llmsDescriptions, withDescription } from './llms-descriptions.ts'
import { readDocument, type ReadDocument, type ReadingOptions } from './read-document.ts'

export interface DocumentsToRead
  extends Pick<ReadingOptions, 'now' | 'include'>, Pick<FindDocumentsOptions, 'isIgnored'> {
  readonly root: string
  /** Files or folders below the root. */
  readonly starts: readonly string[]
  /** Whether a document is passed over; it is not opened. */
  readonly isSkipped?: (path: string) => boolean
}

/** Passes each document to `take`; returns what was left out, sorted. */
export function readDocuments(
  files: Files,
  { root, starts, now, include, isIgnored, isSkipped = () => false }: DocumentsToRead,
  take: (document: ReadDocument) => SkippedFile | void,
): readonly SkippedFile[] {
  const found = findDocuments(files, root, starts, isIgnored ? { isIgnored } : {})
  const described = llmsDescriptions(files, root)
  const leftOut = [...found.leftOut]
  const named = new Set(starts)
  const reached = starts.every((start) => start === '') && files.realPath(root) === root
  for (const candidate of found.candidates) {
    if (isSkipped(candidate.path)) continue
    const reading = readDocument(files, root, candidate, { isNamed: named.has(candidate.path), reached, now, include })
    const left = reading.ok ? take(withDescription(reading.document, described)) : skippedAs(candidate.path, reading)
    if (left) leftOut.push(left)
  }
  return leftOut.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const skippedAs = (path: string, { reason, isDocument }: Omit<SkippedFile, 'path'>): SkippedFile =>
  isDocument === false ? { path, reason, isDocument } : { path, reason }
