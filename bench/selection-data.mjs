import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../shared/data/', import.meta.url)

/**
 * Five long documents and 200 questions with the ranges that answer them; `undefined` if they are not next to the
 * project.
 */
export function readSelectionData() {
  const folder = new URL('selection/', root)
  if (!existsSync(folder)) return undefined
  const texts = Object.fromEntries(
    ['chatlogs', 'finance', 'pubmed', 'state_of_the_union', 'wikitexts'].map((name) => [
      name,
      readFileSync(new URL(`corpora/${name}.md`, folder), 'utf8'),
    ]),
  )
  const places = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, utf16Places(text)]))
  const questions = JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8')).map(
    ({ question, corpus, evidence }) => ({
      question,
      corpus,
      evidence: evidence.map(({ start, end }) => ({ start: places[corpus][start], end: places[corpus][end] })),
    }),
  )
  return { texts, questions }
}

/** Offsets in the data count code points. */
function utf16Places(text) {
  const places = []
  let at = 0
  for (const character of text) {
    places.push(at)
    at += character.length
  }
  return [...places, at]
}

/** A text in the form that selection takes. */
export function toSource(name, text, rest = {}) {
  const entry = { name, description: '' }
  const place = { ref: `pack:${name}`, path: `documents/${name}.md`, format: 'markdown', from: 0, fileDigest: '' }
  return { ...place, text, head: text, entry, title: '', hints: [], persist: true, ...rest }
}

/** 1,400 abstracts, 225 queries and the relevance judgements. */
export function readCranfield() {
  const folder = new URL('ranking/cranfield/', root)
  if (!existsSync(folder)) return undefined
  const read = (file) => readFileSync(new URL(file, folder), 'utf8')
  const documents = [
    ...read('cran.all.1400.xml').matchAll(
      /<docno>(\d+)<\/docno>\s*<title>([^<]*)<\/title>[\s\S]*?<text>([^<]*)<\/text>/g,
    ),
  ].map(([, id, title, text]) => ({ id, title, text }))
  const queries = [...read('cran.qry.xml').matchAll(/<title>([^<]*)<\/title>/g)].map(([, query]) => query.trim())
  const relevant = queries.map(() => new Set())
  for (const line of read('cranqrel.trec.txt').trim().split('\n')) {
    const [query, , document, grade] = line.trim().split(/\s+/)
    if (Number(grade) > 0) relevant[Number(query) - 1]?.add(document)
  }
  return { documents, queries, relevant }
}

export const absent = (folder) =>
  `The data of ${fileURLToPath(new URL(folder, root))} does not exist; nothing was measured.`
