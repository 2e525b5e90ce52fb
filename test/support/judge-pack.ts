import { validatePaths } from '../../src/app/index.ts'
import type { Diagnostic } from '../../src/model/codes/diagnostic.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'

export type Fields = Readonly<Record<string, unknown>>

const complete: Fields = {
  name: 'kiosk-brief',
  description: 'Product facts and support wording for the Harbor Kiosk terminal.',
  type: 'brand-product',
  profile: 'wiki-first',
  status: 'ready',
}

/** A KNOWLEDGE.md without findings, with some fields changed, or removed if they are `undefined`. */
export function packText(fields: Fields = {}, body = '# Harbor Kiosk\n'): string {
  const lines = Object.entries({ ...complete, ...fields })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return ['---', ...lines, '---', '', body].join('\n')
}

export interface Judged {
  readonly parsed: boolean
  readonly valid: boolean
  readonly diagnostics: readonly Diagnostic[]
  /** As `error AK301 /name`, in text order. */
  readonly told: readonly string[]
  /** Files that were opened, relative to the pack. */
  readonly opened: readonly string[]
}

/** Validates a pack in `/packs/kiosk-brief`; other files are beside its KNOWLEDGE.md unless their path is absolute. */
export function checkPack(
  guide: MemoryContent,
  others: Readonly<Record<string, MemoryContent>> = {},
  folder = 'kiosk-brief',
): Judged {
  const tree = Object.fromEntries(
    Object.entries({ 'KNOWLEDGE.md': guide, ...others }).map(([path, content]) => [
      path.startsWith('/') ? path : `/packs/${folder}/${path}`,
      content,
    ]),
  )
  const files = memoryFiles(tree)
  const [document] = validatePaths(files, [`/packs/${folder}`], { cwd: '/' }).documents
  if (!document) throw new Error('The pack was not found.')
  const { parsed, valid, diagnostics } = document
  const told = diagnostics.map(({ severity, code, where }) => `${severity} ${code} ${where.pointer}`.trimEnd())
  return { parsed, valid, diagnostics, told, opened: files.opened.map((path) => path.replace(`/packs/${folder}/`, '')) }
}

/** The diagnostics for a pack that has only frontmatter, with these fields changed. */
export const toldOfFields = (fields: Fields): readonly string[] => checkPack(packText(fields)).told
