import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly gzipped: Uint8Array<ArrayBuffer>
}

/** Beside the built program, or in the build folder when running from source. */
const folders = ['../page/', '../../dist/page/'].map((path) => new URL(path, import.meta.url))

/** The built page by file name; empty where it was not built. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  for (const folder of folders) {
    const names = namesIn(folder)
    if (names.includes('index.html')) return new Map(names.map((name) => [name, fileAt(new URL(name, folder))]))
  }
  return new Map()
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function fileAt(url: URL): PageFile {
  const bytes = new Uint8Array(readFileSync(url))
  return { bytes, gzipped: new Uint8Array(gzipSync(bytes)) }
}
