import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'

export const title =
  'init on 11,000 Markdown files (or those of TREE) against reading the same files, CPU seconds of a process each'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const files = 11_000
const rounds = 3

const readAll = `
  import { readdirSync, readFileSync } from 'node:fs'
  const read = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) read(folder + '/' + entry.name)
      else if (entry.name.endsWith('.md')) readFileSync(folder + '/' + entry.name, 'utf8')
  }
  read('.')`

/** Makes a process write its own CPU time when it ends. */
const report = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    process.stderr.write('\\ncpu ' + (user + system) / 1e6)
  })`)}`

export function run() {
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-init-'))
  try {
    const cwd = process.env.TREE ?? writeTree(join(scratch, 'tree'))
    const cpuOf = (...args) => {
      const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 }
      const { stderr } = spawnSync(process.execPath, ['--import', report, ...args], options)
      return Number(/cpu ([\d.]+)$/.exec(stderr)[1])
    }
    // Alternating, so that a busy machine slows both.
    const pairs = Array.from({ length: rounds }, () => ({
      bare: cpuOf('--input-type=module', '-e', readAll),
      ours: cpuOf(cli, 'init', '--dry-run'),
    }))
    return [
      {
        name: 'init --dry-run',
        bare: median(pairs.map(({ bare }) => bare)),
        ours: median(pairs.map(({ ours }) => ours)),
        ratio: median(pairs.map(({ bare, ours }) => ours / bare)),
        limit: 4,
      },
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** About 4 KB each, with frontmatter, paragraphs with links and code, and sections, as in a reference manual. */
function writeTree(root) {
  for (let i = 0; i < files; i++) {
    const folder = join(root, 'docs', `part-${i % 40}`, `page-${i}`)
    mkdirSync(folder, { recursive: true })
    const paragraph = `The [\`widget${i}\`](/docs/widget${i}) property of the **panel** sets how many rows are shown in column ${i % 17}. `
    const section = (title) =>
      `## ${title}\n\n${paragraph.repeat(6)}\n\n\`\`\`js\nconst rows = panel.widget${i};\n\`\`\`\n`
    const body = ['Syntax', 'Value', 'Examples', `Widget ${i} in use`, 'See also'].map(section).join('\n')
    const text = `---\ntitle: Widget ${i}\nslug: docs/widget${i}\npage-type: property\n---\n\n${paragraph}\n\n${body}`
    writeFileSync(join(folder, 'index.md'), text)
  }
  return root
}
