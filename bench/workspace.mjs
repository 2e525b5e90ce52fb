import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frontmatter } from './data.mjs'

export const sectionsPerPack = 50

/** Real sentences in a fixed, mixed order, so that words are as common as in the documents. */
export function drawSections(texts, count) {
  const sentences = Object.values(texts)
    .flatMap((text) => text.match(/[^.!?\n]{40,400}[.!?]/g) ?? [])
    .map((sentence) => sentence.trim())
  let seed = 1
  const next = (limit) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }
  return Array.from({ length: count }, (_, id) => {
    const start = next(sentences.length)
    return {
      id,
      title: (sentences[next(sentences.length)].match(/\p{L}{5,}/gu) ?? ['Notes']).slice(0, 3).join(' '),
      text: [
        ...sentences.slice(start, start + 2),
        sentences[next(sentences.length)],
        sentences[next(sentences.length)],
      ].join(' '),
    }
  })
}

/** The sections as packs of 50 each: `{ name, guide, document }`. */
export function toPacks(sections) {
  return Array.from({ length: sections.length / sectionsPerPack }, (_, i) => {
    const own = sections.slice(i * sectionsPerPack, (i + 1) * sectionsPerPack)
    const head = frontmatter(i)
    return {
      name: /^name: (.*)/.exec(head)[1],
      guide: `---\n${head}---\n\n# Notes ${i}\n\nLook into the document.\n`,
      document: `# Notes ${i}\n\n${own.map(({ title, text }) => `## ${title}\n\n${text}\n`).join('\n')}`,
    }
  })
}

export function writeWorkspace(root, packs) {
  for (const { name, guide, document } of packs) {
    const folder = join(root, '.agents/knowledge', name)
    mkdirSync(join(folder, 'documents'), { recursive: true })
    writeFileSync(join(folder, 'KNOWLEDGE.md'), guide)
    writeFileSync(join(folder, 'documents/notes.md'), document)
  }
  return root
}
