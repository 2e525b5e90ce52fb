import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKnowledge } from '../dist/index.js'
import { median } from './measure.mjs'

export const title = 'Cataloguing 100,000 files with 2,000 packs, against find and reading the heads'

const head = (i) =>
  `---\nname: pack-${i}\ndescription: Facts about product ${i} of the harbor line, for support and sales.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\nversion: 1.0.0\n---\n\n# Pack ${i}\n`

/** 9,900 folders of ten files; every fourth folder is a pack, up to 2,000. */
function plant(root) {
  for (let group = 0; group < 100; group++) {
    for (let i = 0; i < 99; i++) {
      const number = group * 99 + i
      const isPack = number % 4 === 0 && number / 4 < 2000
      const folder = join(root, `area-${group}`, isPack ? `pack-${number / 4}` : `folder-${i}`)
      mkdirSync(folder, { recursive: true })
      for (let file = 0; file < (isPack ? 9 : 10); file++) writeFileSync(join(folder, `note-${file}.md`), '# Note\n')
      if (isPack) writeFileSync(join(folder, 'KNOWLEDGE.md'), head(number / 4))
    }
  }
}

function bare(root) {
  const found = execFileSync('find', [root, '-name', 'KNOWLEDGE.md'], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trim()
    .split('\n')
  const buffer = Buffer.alloc(4096)
  for (const path of found) {
    const descriptor = openSync(path, 'r')
    readSync(descriptor, buffer, 0, 4096, 0)
    closeSync(descriptor)
  }
  return found.length
}

export async function run() {
  const root = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const state = mkdtempSync(join(tmpdir(), 'lorefence-bench-state-'))
  process.env.LOREFENCE_STATE = state
  try {
    plant(root)
    const times = { bare: [], ours: [] }
    let packs = 0
    for (let round = 0; round < 20; round++) {
      let start = performance.now()
      bare(root)
      times.bare.push(performance.now() - start)
      start = performance.now()
      packs = (await openKnowledge({ roots: [root] })).catalog.entries.length
      times.ours.push(performance.now() - start)
    }
    const warm = (list) => list.slice(1)
    const ratios = warm(times.ours).map((time, i) => time / warm(times.bare)[i])
    return [
      {
        name: 'warm',
        packs,
        bare: median(warm(times.bare)),
        ours: median(warm(times.ours)),
        ratio: median(ratios),
        limit: 1.3,
      },
      {
        name: 'first scan of a process',
        packs,
        bare: times.bare[0],
        ours: times.ours[0],
        ratio: times.ours[0] / times.bare[0],
      },
    ]
  } finally {
    for (const folder of [root, state]) rmSync(folder, { recursive: true, force: true })
  }
}
