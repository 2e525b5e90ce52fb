import { readAsciidoc } from './asciidoc/asciidoc.ts'
import { readCsv } from './csv.ts'
import { readHtml } from './html/html.ts'
import { readJson, readOpenApi, readYaml } from './keyed/keyed.ts'
import { readMarkdown } from './markdown/markdown.ts'
import { readMdx } from './markdown/mdx.ts'
import { readNotebook } from './keyed/notebook.ts'
import { readPdf, readPlainText } from './plain-text.ts'
import { readRecords } from './keyed/records.ts'
import { readRst } from './rst/rst.ts'
import { readCode } from './source-code.ts'
import type { Structure, TextFormat } from './structure.ts'
import { readVtt } from './vtt.ts'

const readers: Readonly<Record<TextFormat, (text: string, from: number) => Structure>> = {
  markdown: readMarkdown,
  mdx: readMdx,
  rst: readRst,
  asciidoc: readAsciidoc,
  html: readHtml,
  text: readPlainText,
  code: readCode,
  json: readJson,
  yaml: readYaml,
  openapi: readOpenApi,
  records: readRecords,
  csv: readCsv,
  notebook: readNotebook,
  vtt: readVtt,
  pdf: readPdf,
}

/** Sections and units of a text from an offset on, in time linear in its length. Never throws. */
export function readStructure(text: string, format: TextFormat, from = 0): Structure {
  return readers[format](text, from)
}
