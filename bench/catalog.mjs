import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openKnowledge } from '../dist/index.js'
import { median, race } from './measure.mjs'

export const title = 'Cataloguing 2,000 packs among many files, against find and reading the heads'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

const head = (i) =>
  `---\nname: pack-${i}\ndescription: Facts about product ${i} of the harbor line, for support and sales.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\nversion: 1.0.0\n---\n\n# Pack ${i}\n`

/** 100 groups of folders of ten files each; every `apart`th folder is a pack, up to 2,000. */
function plant(root, folders, apart) {
  for (let group = 0; group < 100; group++) {
    for (let i = 0; i < folders; i++) {
      const number = group * folders + i
      const isPack = number % apart === 0 && number / apart < 2000
      const folder = join(root, `area-${group}`, isPack ? `pack-${number / apart}` : `folder-${i}`)
      mkdirSync(folder, { recursive: true })
      for (let file = 0; file < (isPack ? 9 : 10); file++) writeFileSync(join(folder, `note-${file}.md`), '# Note\n')
      if (isPack) writeFileSync(join(folder, 'KNOWLEDGE.md'), head(number / apart))
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

/** The whole command, including the start of node. */
function wholeCommand(rounds = 15) {
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  try {
    const root = join(folder, 'work')
    plant(root, 60, 3)
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      LOREFENCE_STATE: join(folder, 'state'),
    }
    const ours = () => {
      const { status, stdout } = spawnSync(process.execPath, [cli, 'catalog'], { cwd: root, env, encoding: 'utf8' })
      if (status !== 0 || stdout.trim().split('\n').length !== 2001) throw new Error('not all packs are listed')
    }
    return { name: 'lorefence catalog, 60,000 files', packs: 2000, ...race(() => bare(root), ours, rounds), limit: 1.6 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function run() {
  return [...(await inProcess()), wholeCommand()]
}

async function inProcess() {
  const root = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const state = mkdtempSync(join(tmpdir(), 'lorefence-bench-state-'))
  process.env.LOREFENCE_STATE = state
  try {
    plant(root, 99, 4)
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
        name: 'warm, in one process, 99,000 files',
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
