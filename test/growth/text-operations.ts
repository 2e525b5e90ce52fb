import { unifiedDiff } from '../../src/author/edit/unified-diff.ts'
import {
  countTokens,
  fenceText,
  inspectText,
  parseManifest,
  parsePack,
  parseQuery,
  query,
  unfence,
  validatePaths,
  validateText,
} from '../../src/app/index.ts'
import { parseDistribution } from '../../src/parse/side-documents/distribution.ts'
import { parseLlmsTxt } from '../../src/parse/side-documents/llms-txt.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import type { Operation } from './measure.ts'
import { fields, hostile, markdown, plain, type Texts } from './texts.ts'
import { guide, manifest, opened, pack, replaying, task, unit } from './worlds.ts'

export interface TextOperation {
  readonly name: string
  readonly texts: Texts
  prepare(text: string): ReturnType<Operation>
}

const written: Texts = { ...plain, ...markdown }
const any: Texts = { ...written, ...hostile }
const document: Texts = { ...plain, ...fields }

const row = (name: string, texts: Texts, prepare: TextOperation['prepare']): TextOperation => ({ name, texts, prepare })

/** Every operation of the library that is given a text. */
export const textOperations: readonly TextOperation[] = [
  row('countTokens', plain, (text) => () => countTokens(text)),
  row('fenceText', { ...plain, ...hostile }, (text) => () => fenceText(text, { name: 'page' })),
  row('fenceText, in an attribute', hostile, (text) => () => fenceText('x', { name: text })),
  row('unfence, of an envelope', { ...plain, ...hostile }, (text) => {
    const fenced = fenceText(text)
    return () => unfence(fenced)
  }),
  row('unfence', hostile, (text) => () => unfence(text, { older: true })),
  row('inspectText', { ...plain, ...hostile }, (text) => () => inspectText(text, { file: 'a.md' })),
  row('parsePack, its body', plain, (text) => () => parsePack(guide(text))),
  row('parsePack, its head', document, (text) => () => parsePack(guide('', text))),
  row('parsePack, a field', plain, (text) => () => parsePack(guide('', `title: ${JSON.stringify(text)}\n`))),
  row('parseManifest', document, (text) => () => parseManifest(text)),
  row(
    'parseManifest, an intent',
    plain,
    (text) => () =>
      parseManifest(manifest(unit('a', 'a.md').replace('How long does the battery last?', JSON.stringify(text)))),
  ),
  row('parseLlmsTxt', { ...plain, ...fields }, (text) => () => parseLlmsTxt(text)),
  row('parseDistribution', fields, (text) => () => parseDistribution(text)),
  row('parseQuery', fields, (text) => () => parseQuery(text)),
  row('validateText, a manifest', document, (text) => () => validateText(text, { file: 'knowledge.yaml' })),
  row('validateText, a pack', any, (text) => () => validateText(guide(text), { file: 'KNOWLEDGE.md' })),
  row('validatePaths, a file of a pack', any, (text) => {
    const files = memoryFiles(pack(text))
    return () => validatePaths(files, ['/w/kiosk'], { cwd: '/w' })
  }),
  row('unifiedDiff', plain, (text) => () => unifiedDiff('a.md', text, `${text}x`)),
  row('read, of a pack', written, async (text) => {
    const { knowledge } = await opened(pack(text))
    return () => knowledge.read({ task })
  }),
  row('read, of a unit', plain, async (text) => {
    const { knowledge } = await opened({ '/w/knowledge.yaml': manifest(unit('a', 'a.md')), '/w/a.md': text })
    return () => knowledge.read({ task })
  }),
  row('read, a long task', plain, async (text) => {
    const { knowledge } = await opened(pack('The battery lasts nine hours.'))
    return () => knowledge.read({ task: `${text} battery` })
  }),
  row('query, a long term', plain, (text) => {
    const declared = parseManifest(manifest(unit('a', 'a.md', '    triggers: [battery]\n'))).manifest
    return () => query(declared ? [{ manifest: declared, source: null }] : [], { terms: [text] })
  }),
  row('guide', { ...plain, ...hostile }, async (text) => {
    const { knowledge } = await opened({ '/w/kiosk/KNOWLEDGE.md': guide(text) })
    return () => knowledge.guide('kiosk')
  }),
  row('unit', plain, async (text) => {
    const { knowledge } = await opened({ '/w/knowledge.yaml': manifest(unit('a', 'a.md')), '/w/a.md': text })
    return () => knowledge.unit('a')
  }),
  row('evidence', markdown, async (text) => {
    const { knowledge } = await opened(pack(`- It lasts nine hours. [source: sources/a.md#L1]\n${text}`))
    return () => knowledge.evidence('kiosk#compiled/facts.md#facts')
  }),
  row('explain, a long ref', plain, async (text) => {
    const { knowledge } = await opened(pack('x'))
    return () => knowledge.explain(text)
  }),
  row('replay', markdown, (text) => replaying(pack(text), (knowledge) => knowledge.read({ task }))),
]
