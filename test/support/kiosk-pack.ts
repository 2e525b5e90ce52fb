import { validatePaths } from '../../src/app/index.ts'
import type { Diagnostic } from '../../src/model/codes/diagnostic.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'

const head = [
  'name: harbor-kiosk',
  'description: Product facts, support wording and warranty limits of the Harbor Kiosk terminal. Use for support replies; not for prices.',
  'type: brand-product',
  'status: ready',
  'profile: wiki-first',
  'version: 1.0.0',
]

/** KNOWLEDGE.md with further lines of frontmatter and another body. */
export const kioskGuide = (
  fields: readonly string[] = [],
  body = '# Harbor Kiosk\n\nSupport knowledge about the kiosk.\n',
): string => ['---', ...head, ...fields, '---', '', body].join('\n')

/** A pack without any finding; each test breaks one thing. */
export const kioskPack: Readonly<Record<string, MemoryContent>> = {
  'KNOWLEDGE.md': kioskGuide(),
  'compiled/facts.md':
    '# Facts\n\n- The battery lasts nine hours. [source: sources/sheet.md#L3]\n- The screen is covered for 24 months.\n',
  'wiki/index.md': '# Index\n\n- [Battery](concepts/battery.md)\n- [Kiosk](entities/kiosk.md)\n',
  'wiki/concepts/battery.md': '# Battery\n\nNine hours in the lab, six in the cold.\n',
  'wiki/entities/kiosk.md': '# Kiosk\n\nA self-service terminal. The screen is covered for 24 months.\n',
  'sources/sheet.md': '# Sheet\n\nBattery: nine hours.\n',
  'indexes/source-map.json':
    '{"claims": [{"claim_id": "c1", "text": "The battery lasts nine hours.", "status": "confirmed", "source": {"path": "sources/sheet.md", "anchor": "L3"}, "compiled_into": ["compiled/facts.md"]}]}\n',
}

/** Validates the pack with these files changed, added, or removed if they are `undefined`. */
export function judgeKiosk(changes: Readonly<Record<string, MemoryContent | undefined>>): {
  readonly valid: boolean
  readonly diagnostics: readonly Diagnostic[]
  readonly sourceCoverage?: number
  readonly opened: readonly string[]
} {
  const tree: Record<string, MemoryContent> = {}
  for (const [path, content] of Object.entries({ ...kioskPack, ...changes }))
    if (content !== undefined) tree[`/harbor-kiosk/${path}`] = content
  const files = memoryFiles(tree)
  const [document] = validatePaths(files, ['/harbor-kiosk'], { cwd: '/harbor-kiosk' }).documents
  if (!document) throw new Error('The pack was not found.')
  return { ...document, opened: files.opened.map((path) => path.slice('/harbor-kiosk/'.length)) }
}

/** `code severity file:line` of every diagnostic. */
export const briefly = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity, where }) => `${code} ${severity} ${where.file}:${where.range?.start.line ?? '-'}`)
