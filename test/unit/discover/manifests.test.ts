import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import type { Files } from '../../../src/model/ports.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const manifest = (project: string): string =>
  `kcp_version: "0.14"\nproject: ${project}\nversion: 1.0.0\nunits:\n  - id: overview\n    path: overview.md\n    intent: "What is this?"\n    scope: global\n    audience: [agent]\n`
const declaring = (path: string): string =>
  `# Harbor\n\n> Self-service kiosks.\n> knowledge: ${path}\n\n## Docs\n\n- [Overview](overview.md)\n`

async function found(tree: Readonly<Record<string, string>> | Files, root = '/w') {
  const files =
    typeof tree['list'] === 'function' ? (tree as Files) : memoryFiles(tree as Readonly<Record<string, string>>)
  const { catalog } = await openKnowledge({ roots: [root], ports: memoryPorts(files) })
  return {
    entries: catalog.entries.map(({ ref, found: { path, via } }) => [ref, path, via]),
    names: catalog.diagnostics.map(({ name }) => name),
  }
}

describe('finding manifests', () => {
  test('KCP-001: knowledge.yaml at the root', async () => {
    expect(await found({ '/w/knowledge.yaml': manifest('harbor') })).toEqual({
      entries: [['manifest:harbor', 'knowledge.yaml', 'root']],
      names: [],
    })
  })

  test('KCP-002: llms.txt names another place and another name', async () => {
    expect(
      (await found({ '/w/llms.txt': declaring('/docs/map.yaml'), '/w/docs/map.yaml': manifest('harbor') })).entries,
    ).toEqual([['manifest:harbor', 'docs/map.yaml', 'llms.txt']])
  })

  test('KCP-003: a line after the first section does not count', async () => {
    const { entries, names } = await found({
      '/w/llms.txt': '# Harbor\n\n## Docs\n\n> knowledge: /docs/map.yaml\n',
      '/w/docs/map.yaml': manifest('docs'),
      '/w/knowledge.yaml': manifest('harbor'),
    })
    expect(entries).toEqual([['manifest:harbor', 'knowledge.yaml', 'root']])
    expect(names).toEqual(['llms-line-outside-header'])
  })

  test.each(['docs/map.yaml', '/../map.yaml', '//host/map.yaml', '/%2e%2e/map.yaml', 'https://evil.example/map.yaml'])(
    'KCP-004: %s is refused, and the default file is used',
    async (path) => {
      const { entries, names } = await found({
        '/w/llms.txt': declaring(path),
        '/w/docs/map.yaml': manifest('docs'),
        '/map.yaml': manifest('stolen'),
        '/w/knowledge.yaml': manifest('harbor'),
      })
      expect(entries).toEqual([['manifest:harbor', 'knowledge.yaml', 'root']])
      expect(names).toEqual(['llms-path'])
    },
  )

  test('KCP-005: what llms.txt declares is used instead of the default file', async () => {
    expect(
      (
        await found({
          '/w/llms.txt': declaring('/docs/knowledge.yaml'),
          '/w/docs/knowledge.yaml': manifest('docs'),
          '/w/knowledge.yaml': manifest('harbor'),
        })
      ).entries,
    ).toEqual([['manifest:docs', 'docs/knowledge.yaml', 'llms.txt']])
  })

  test('KCP-005: a declared file that is not there leaves the default one in place', async () => {
    const { entries, names } = await found({
      '/w/llms.txt': declaring('/docs/map.yaml'),
      '/w/knowledge.yaml': manifest('harbor'),
    })
    expect(entries).toEqual([['manifest:harbor', 'knowledge.yaml', 'root']])
    expect(names).toEqual(['llms-manifest-unusable'])
  })

  test('KCP-139: a declared file behind a link out of the root is refused', async () => {
    const outside = tempFolder({ 'map.yaml': manifest('stolen') })
    const root = tempFolder({ 'llms.txt': declaring('/docs/map.yaml') })
    mkdirSync(join(root, 'x'))
    symlinkSync(outside, join(root, 'docs'))
    expect(await found(diskFiles, root)).toEqual({ entries: [], names: ['llms-manifest-unusable'] })
  })

  test('KCP-006: two manifests of one project are two entries without a word about it', async () => {
    expect(
      await found({ '/w/knowledge.yaml': manifest('harbor'), '/w/docs/knowledge.yaml': manifest('harbor') }),
    ).toEqual({
      entries: [
        ['manifest:harbor', 'knowledge.yaml', 'root'],
        ['manifest:harbor@docs', 'docs/knowledge.yaml', 'walk'],
      ],
      names: [],
    })
  })

  test('KCP-220: with both files and no declaration, knowledge.yaml is used', async () => {
    expect(
      (
        await found({
          '/w/llms.txt': '# Harbor\n\n- [Overview](overview.md)\n',
          '/w/knowledge.yaml': manifest('harbor'),
        })
      ).entries,
    ).toEqual([['manifest:harbor', 'knowledge.yaml', 'root']])
  })
})
