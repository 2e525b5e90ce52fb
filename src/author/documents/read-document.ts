import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import { findInjections } from '../../text/detect/injection.ts'
import { fileName } from '../../text/paths/paths.ts'
import { findSecrets, kindOfSecret } from '../../text/detect/secrets.ts'
import { indexLines } from '../../text/positions/lines.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import type { Lead } from './described-lead.ts'
import type { FoundFile, SkippedFile } from './find-documents.ts'
import { readLead } from './lead.ts'

export interface ReadDocument extends FoundFile {
  readonly bytes: Uint8Array
  readonly text: string
  readonly lead: Lead
}

export interface ReadingOptions {
  /** A person named this file. */
  readonly isNamed: boolean
  /** The walk found it, without links on the way. */
  readonly reached: boolean
  readonly now: Date
  /** The command that includes a file if its path follows. */
  readonly include: string
}

export type DocumentReading =
  | { readonly ok: true; readonly document: ReadDocument }
  | ({ readonly ok: false } & Omit<SkippedFile, 'path'>)

/**
 * Reads one document. A file with a secret, or that is not text, is left out; a secret is never shown. Documentation
 * contains samples that look like secrets, so a file that a person names is read.
 */
export function readDocument(
  files: Files,
  root: string,
  candidate: FoundFile,
  { isNamed, reached, now, include }: ReadingOptions,
): DocumentReading {
  const read = files.read(root, candidate.path, { limit: limits.documentBytes, reached })
  if (!read.ok)
    return {
      ok: false,
      reason:
        read.trouble === 'too-large'
          ? `larger than ${limits.documentBytes} bytes`
          : read.detail.replace(/\.$/, '').toLowerCase(),
    }
  const decoded = decodeUtf8(read.bytes)
  if (!decoded.ok) return { ok: false, reason: 'not UTF-8 text' }
  const { text } = decoded
  if (text.trim() === '') return other('the file is empty')
  if (text.includes('\0')) return { ok: false, reason: 'not text' }
  if (text.startsWith('-----BEGIN PGP')) return other('a signature or key, not knowledge')
  if (fileName(candidate.path) === 'KNOWLEDGE.md' && frontmatterLength(read.bytes) !== 0)
    return other('it is the guide of a knowledge pack')
  const [secret] = isNamed ? [] : findSecrets(text, now)
  if (secret) {
    const { line } = indexLines(text).position(secret.start)
    return {
      ok: false,
      reason: `line ${line} may contain ${kindOfSecret(text.slice(secret.start, secret.end))}; if it is a sample, name the file: ${include} ${shellWord(candidate.path)}`,
    }
  }
  const lead = readLead(text, candidate.class.format)
  if (candidate.class.format === 'html' && !isNamed && (lead.title === undefined || lead.sentence === undefined))
    return other('HTML without a title or a sentence of its own: a template or an application')
  // Title and first sentence become metadata, which a model sees first.
  if (findInjections(`${lead.title ?? ''}\n${lead.sentence ?? ''}`).length > 0)
    return { ok: false, reason: 'its first lines contain instructions for a model' }
  return { ok: true, document: { ...candidate, bytes: read.bytes, text, lead } }
}

/** Nothing that a reader would look for. */
const other = (reason: string): DocumentReading => ({ ok: false, reason, isDocument: false })
