import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type Knowledge } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { Files } from '../../../src/model/ports.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { pdfOf } from '../../support/pdf-file.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const manual = pdfOf([
  ['Manual', '', 'This manual describes the kiosk.'],
  ['Battery', '', 'The battery of the kiosk lasts fourteen months.'],
  ['Refunds', '', 'A refund takes thirty days.'],
])
const task = 'How long does the battery of the kiosk last?'

/** The disk, and how often it was asked for the text of a PDF. */
function counted(): { readonly files: Files; readonly asked: () => number } {
  let asked = 0
  const pdfText: Files['pdfText'] = (bytes) => {
    asked += 1
    return diskFiles.pdfText?.(bytes) ?? { ok: false, detail: 'There is no reader.' }
  }
  return { files: { ...diskFiles, pdfText }, asked: () => asked }
}

const open = (root: string, files: Files = diskFiles): Promise<Knowledge> =>
  openKnowledge({ roots: [root], ports: memoryPorts(files), trustAll: true })

const unit = (fields: object = {}): string => manifestText({}, unitWith({ path: 'docs/manual.pdf', ...fields }))

describe('a PDF among the knowledge', { timeout: 60_000 }, () => {
  test('a unit that names it is found with its page, and its receipt replays byte by byte', async () => {
    const knowledge = await open(tempFolder({ 'knowledge.yaml': unit({ format: 'pdf' }), 'docs/manual.pdf': manual }))
    const { outcome, fenced, excerpts, receipt } = await knowledge.read({ task })
    expect([outcome, excerpts.map(({ path, headings }) => [path, ...headings])]).toEqual([
      'answered',
      [['docs/manual.pdf', 'Page 2']],
    ])
    expect(fenced).toContain('docs/manual.pdf › Page 2]\nBattery\n\nThe battery of the kiosk lasts fourteen months.\n')
    expect(fenced).not.toContain('refund')
    expect(await knowledge.replay(receipt.id)).toMatchObject({ outcome: 'same', fenced })
  })

  test('it is found in the folder that a unit names, and declared by its media type', async () => {
    const folder = tempFolder({
      'knowledge.yaml': manifestText({}, unitWith({ path: 'docs/' })),
      'docs/manual.pdf': manual,
    })
    expect((await (await open(folder)).read({ task })).fenced).toContain('fourteen months')
    const typed = unit({ path: 'docs/manual', content_type: 'application/pdf' })
    const declared = tempFolder({ 'knowledge.yaml': typed, 'docs/manual': manual })
    expect((await (await open(declared)).read({ task })).fenced).toContain('fourteen months')
  })

  test('a document of a pack is found with its page, and a source is shown by its page', async () => {
    const root = tempFolder({
      '.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk', profile: 'document-first' }),
      '.agents/knowledge/kiosk/documents/manual.pdf': manual,
      '.agents/knowledge/kiosk/sources/terms.pdf': pdfOf([['Nothing.'], ['A refund takes thirty days.']]),
      '.agents/knowledge/kiosk/indexes/source-map.json': JSON.stringify({
        claims: [
          {
            claim_id: 'refund',
            text: 'A refund takes thirty days.',
            status: 'confirmed',
            source: { path: 'sources/terms.pdf', anchor: 'page=2' },
          },
        ],
      }),
    })
    const knowledge = await open(root)
    const { excerpts } = await knowledge.read({ task })
    expect(excerpts.map(({ path, headings }) => [path, ...headings])).toEqual([['documents/manual.pdf', 'Page 2']])
    const evidence = await knowledge.evidence('kiosk', { claim: 'refund' })
    expect(evidence.outcome === 'given' && evidence.excerpts.map(({ text }) => text)).toEqual([
      'A refund takes thirty days.',
    ])
  })

  test('what a gate refuses is never opened by the reader of PDFs', async () => {
    const { files, asked } = counted()
    const root = tempFolder({ 'knowledge.yaml': unit({ access: 'restricted' }), 'docs/manual.pdf': manual })
    const { fenced } = await (await open(root, files)).read({ task })
    expect([fenced.includes('fourteen'), asked()]).toEqual([false, 0])
  })

  test('bytes that nobody granted are never opened by the reader of PDFs', async () => {
    const { files, asked } = counted()
    const root = tempFolder({ 'knowledge.yaml': unit(), 'docs/manual.pdf': manual })
    const ports = memoryPorts(files)
    saveGrants(ports, proposeGrants(ports, root, '/'), { follow: false, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: [root], ports })
    writeFileSync(join(root, 'docs/manual.pdf'), pdfOf([['The battery of the kiosk lasts PELICAN months.']]))
    const { fenced, omitted } = await knowledge.read({ task })
    expect([fenced.includes('PELICAN'), asked()]).toEqual([false, 0])
    expect(omitted).toContainEqual(expect.objectContaining({ path: 'docs/manual.pdf', reason: 'changed' }))
  })

  test('without its reader it is named, with the command that installs it', async () => {
    const pdfText = () => ({ ok: false as const, detail: 'To read PDFs, install their reader.' })
    const root = tempFolder({ 'knowledge.yaml': unit(), 'docs/manual.pdf': manual })
    const { outcome, warnings } = await (await open(root, { ...diskFiles, pdfText })).read({ task })
    expect(outcome).toBe('nothing')
    expect(warnings.map(({ message }) => message).join()).toContain('To read PDFs, install their reader.')
  })

  test('one damaged PDF costs only itself', async () => {
    const root = tempFolder({
      'knowledge.yaml': manifestText(
        {},
        unitWith({ path: 'docs/manual.pdf' }),
        unitWith({ id: 'other', path: 'broken.pdf' }),
      ),
      'docs/manual.pdf': manual,
      'broken.pdf': manual.subarray(0, 60),
    })
    const { fenced, omitted } = await (await open(root)).read({ task })
    expect(fenced).toContain('fourteen months')
    expect(omitted).toContainEqual(
      expect.objectContaining({
        path: 'broken.pdf',
        reason: 'unreadable',
        detail: 'The PDF is damaged and cannot be read.',
      }),
    )
  })

  test('an image is named and not read', async () => {
    const root = tempFolder({
      'knowledge.yaml': unit({ path: 'docs/kiosk.png' }),
      'docs/kiosk.png': new Uint8Array([0x89, 0x50]),
    })
    const { omitted } = await (await open(root)).read({ task })
    expect(omitted).toContainEqual(
      expect.objectContaining({ path: 'docs/kiosk.png', reason: 'not-text', detail: 'It is png, which is not text.' }),
    )
  })
})
