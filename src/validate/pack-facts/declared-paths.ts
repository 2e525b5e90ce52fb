import type { PackHead } from '../../model/documents/pack.ts'
import { fileName } from '../../text/paths/paths.ts'

/** A path that the frontmatter names, relative to the pack root. */
export interface DeclaredPath {
  readonly field: string
  readonly path: string
  readonly pointer: string
}

export function declaredPaths(head: PackHead): readonly DeclaredPath[] {
  const { primaryDocument, primaryOntology, primaryAnswers } = head.metadata ?? {}
  const license = head.license === undefined ? undefined : licenseFile(head.license)
  return [
    ...declared('metadata.primaryDocument', primaryDocument),
    ...declared('metadata.primaryOntology', primaryOntology),
    ...declared('metadata.primaryAnswers', primaryAnswers),
    ...declared('license', license),
  ]
}

function declared(field: string, path: string | undefined): readonly DeclaredPath[] {
  return path === undefined ? [] : [{ field, path, pointer: `/${field.replace('.', '/')}` }]
}

/** The file that a licence names: `LICENSE`, `see LICENSE`, `SEE LICENSE IN terms.md`; none for `MIT`. */
export function licenseFile(license: string): string | undefined {
  const text = license.trim().slice(0, 500)
  const named = /^see\s+(?:license\s+in\s+)?(?:the\s+)?(?:file\s+)?["'`]?([^\s"'`,;]+)/i.exec(text)?.[1] ?? text
  if (/\s/.test(named) || named.includes('://')) return undefined
  return isFileName(fileName(named)) ? named : undefined
}

/** `Apache-2.0` and `acme.com` have a dot too, so only the endings of text files count. */
function isFileName(name: string): boolean {
  return (
    /^(?:LICEN[SC]E|COPYING|NOTICE)(?:[-.][\w.-]+)?$/i.test(name) ||
    /\.(?:txt|md|markdown|rst|adoc|html?|pdf|rtf)$/i.test(name)
  )
}
