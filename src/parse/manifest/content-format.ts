import type { ContentFormat } from '../../model/documents/effective.ts'
import { mediaTypeOf } from '../../text/notations/media-type.ts'
import { fileName } from '../../text/paths/paths.ts'

const byExtension: ReadonlyMap<string, ContentFormat> = new Map([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['pdf', 'pdf'],
  ['ipynb', 'jupyter'],
  ['html', 'html'],
  ['htm', 'html'],
  ['adoc', 'asciidoc'],
  ['asciidoc', 'asciidoc'],
  ['rst', 'rst'],
  ['vtt', 'vtt'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['txt', 'text'],
])

const byMediaType: ReadonlyMap<string, ContentFormat> = new Map([
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['application/pdf', 'pdf'],
  ['application/x-ipynb+json', 'jupyter'],
  ['application/schema+json', 'json-schema'],
  ['application/vnd.oai.openapi', 'openapi'],
  ['application/vnd.oai.openapi+json', 'openapi'],
  ['application/vnd.oai.openapi+yaml', 'openapi'],
  ['application/openapi+json', 'openapi'],
  ['application/openapi+yaml', 'openapi'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/asciidoc', 'asciidoc'],
  ['text/x-asciidoc', 'asciidoc'],
  ['text/x-rst', 'rst'],
  ['text/prs.fallenstein.rst', 'rst'],
  ['text/vtt', 'vtt'],
  ['text/csv', 'csv'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/json', 'json'],
])

/** KCP §4.4a: an unknown extension is not an error. */
export function formatOfPath(path: string): ContentFormat | undefined {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : byExtension.get(name.slice(dot + 1).toLowerCase())
}

/** The format of a MIME type; any other `text/*` is plain text. */
export function formatOfMediaType(contentType: string): ContentFormat | undefined {
  const mediaType = mediaTypeOf(contentType)
  if (mediaType === undefined) return undefined
  const known = byMediaType.get(mediaType)
  if (known) return known
  if (mediaType.endsWith('+json')) return 'json'
  if (mediaType.endsWith('+yaml')) return 'yaml'
  return mediaType.startsWith('text/') ? 'text' : undefined
}
