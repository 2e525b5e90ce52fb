// The main job on the bundled examples: judge them, grant them, read one answer. Everything it writes goes to a
// temporary folder; the user's own grants and receipts are not touched.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'lorefence-demo-'))
const env = { ...process.env, LOREFENCE_STATE: join(scratch, 'state'), XDG_CONFIG_HOME: join(scratch, 'config') }
mkdirSync(join(scratch, 'config', 'lorefence'), { recursive: true })
writeFileSync(join(scratch, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')

function show(...args) {
  const shown = args.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(' ')
  console.log(`\n$ lorefence ${shown}`)
  const { status } = spawnSync(process.execPath, [join(project, 'dist', 'cli.js'), ...args], { cwd: join(project, 'examples'), env, stdio: 'inherit' })
  if (status !== 0) process.exitCode = status ?? 2
}

try {
  show('validate', '.')
  show('trust', '.', '--yes')
  show('read', 'How long does the battery run the kiosk when the mains power fails?', '--explain')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
