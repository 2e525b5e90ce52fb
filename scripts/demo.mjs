// The main job on the bundled examples: judge them, list them, grant them, explain one decision, read one answer, show what it rests on, replay it. Everything it writes goes to a
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

/** `expected` is the exit code that the story calls for: 3 is a refusal by policy. */
function show(args, expected = 0) {
  const shown = args.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(' ')
  console.log(`\n$ lorefence ${shown}`)
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'dist', 'cli.js'), ...args], {
    cwd: join(project, 'examples'),
    env,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  })
  process.stderr.write(stderr)
  if (status !== expected) process.exitCode = status ?? 2
  return stderr
}

try {
  show(['validate', '.'])
  show(['trust', '.', '--yes'])
  show(['catalog', '--no-user'])
  show(
    [
      'explain',
      'unit:harbor-kiosk/customer-data',
      '--as',
      'model=external,region=NO,clearance=restricted,role=support',
    ],
    3,
  )
  const told = show(['read', 'How long does the battery run the kiosk when the mains power fails?', '--explain'])
  show(['evidence', 'harbor-kiosk', '--claim', 'battery-run'])
  const [, receipt = ''] = /receipt (r-[0-9a-f]+)/.exec(told) ?? []
  console.log(`\nThe receipt of this answer is ${receipt}. It can be replayed, and the chain of receipts verified:`)
  show(['replay', receipt])
  show(['receipts', 'verify'])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
