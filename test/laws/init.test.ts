import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { yamlText } from '../../src/author/draft/yaml-text.ts'
import { initManifest, initPack, parseManifest, parsePack, validatePaths } from '../../src/app/index.ts'
import { parseYaml } from '../../src/parse/yaml/yaml.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import { memoryDisk, textIn } from '../support/memory-writer.ts'

const clock = { now: () => new Date('2026-03-10T14:22:00Z') }

/** Any text, with what breaks YAML, Markdown and terminals made likely. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '"',
        "'",
        ': ',
        ' #',
        '---',
        '\n',
        '\r',
        '\t',
        '{',
        '}',
        '[',
        ']',
        '|',
        '>',
        '&a',
        '*a',
        '!!js',
        '%',
        '@',
        '`',
        '\\',
        '\u0000',
        '\u0007',
        '\u0085',
        '\u2028',
        '\u202e',
        '\ufeff',
        '\ud800',
        '？',
        '保修',
        ' refunds ',
        'null',
        'yes',
        '1.0',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

const runWith = (tree: Readonly<Record<string, MemoryContent>>, how: 'manifest' | 'pack') => {
  const disk = memoryDisk(tree)
  const ports = { files: memoryFiles(disk.tree), writer: disk.writer, clock }
  const options = { root: '/harbor', shownRoot: '.', paths: [], dryRun: false }
  return { tree: disk.tree, result: how === 'pack' ? initPack(ports, options) : initManifest(ports, options) }
}

const errorsIn = (tree: Readonly<Record<string, MemoryContent>>): readonly string[] =>
  validatePaths(memoryFiles(tree), ['/harbor'], { cwd: '/' })
    .documents.flatMap((document) => document.diagnostics)
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, message }) => `${code} ${message}`)

describe('what init writes', () => {
  test('any text reads back from the YAML as it went in', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = yamlText({
          plain: text,
          nested: { list: [{ text, flag: true }, { text: 'x' }], words: ['human', 'agent'] },
        })
        expect(parseYaml(written).tree?.value).toEqual({
          plain: text,
          nested: { list: [{ text, flag: true }, { text: 'x' }], words: ['human', 'agent'] },
        })
      }),
    )
  })

  test('KCP-021: any title gives a manifest that validates, and an intent of one line', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, more) => {
        const { tree } = runWith(
          {
            '/harbor/docs/a.md': `# ${title}\n\n${more} The warranty lasts 24 months for parts.\n`,
            '/harbor/docs/b.md': '# Fares\n\nA child travels at half the fare.\n',
          },
          'manifest',
        )
        expect(errorsIn(tree)).toEqual([])
        for (const { intent } of parseManifest(textIn(tree, '/harbor/knowledge.yaml')).manifest?.units ?? []) {
          expect(intent).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
          expect(intent.trim()).toBe(intent)
        }
      }),
    )
  })

  test('AK-128: any README gives a pack that validates and is never ready', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, more) => {
        const { tree, result } = runWith(
          { '/harbor/README.md': `# ${title}\n\n${more} The warranty lasts 24 months for parts.\n` },
          'pack',
        )
        if (result.files.length === 0) return
        expect(errorsIn(tree)).toEqual([])
        expect(parsePack(textIn(tree, '/harbor/.agents/knowledge/harbor/KNOWLEDGE.md')).pack).toMatchObject({
          status: 'draft',
          trust: 'unreviewed',
        })
      }),
    )
  })

  test('AK-315: no tree loses or changes a file', () => {
    const paths = fc.constantFrom(
      'README.md',
      'docs/a.md',
      'docs/b.txt',
      'knowledge.yaml',
      'llms.txt',
      '.well-known/kcp.json',
      '.agents/knowledge/harbor/KNOWLEDGE.md',
      'KNOWLEDGE.md',
    )
    fc.assert(
      fc.property(
        fc.dictionary(paths, hostile),
        fc.constantFrom('manifest' as const, 'pack' as const),
        (files, how) => {
          const before = Object.fromEntries(
            Object.entries(files).map(([path, content]) => [`/harbor/${path}`, content]),
          )
          expect(runWith(before, how).tree).toMatchObject(before)
        },
      ),
    )
  })
})
