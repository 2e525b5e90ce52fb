// Runs the main use case on the bundled examples: validate, list and grant them, explain one decision, read one answer,
// show its evidence, replay it; then the page in the browser, until Ctrl-C. Everything is written to a temporary
// folder; the user's own grants and receipts are not touched.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'lorefence-demo-'))
const env = { ...process.env, LOREFENCE_STATE: join(scratch, 'state'), XDG_CONFIG_HOME: join(scratch, 'config') }
mkdirSync(join(scratch, 'config', 'lorefence'), { recursive: true })
writeFileSync(join(scratch, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')

/** `expected` is the exit code expected at this point; 3 is a refusal by policy. */
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

const task = 'How long does the battery run the kiosk when the mains power fails?'

/** Serves the page on a free port; its address contains the credential and the task. */
async function servePage() {
  const server = spawn(process.execPath, [join(project, 'dist', 'cli.js'), 'serve', '--no-user', '--port', '0'], {
    cwd: join(project, 'examples'),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((done) => server.once('exit', done))
  const address = await new Promise((done, fail) => {
    let said = ''
    server.once('exit', () => fail(new Error(said)))
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
      const found = /in a browser: (\S+)\n/.exec(said)?.[1]
      if (found && /Serving /.test(said)) done(found)
    })
  })
  const { origin, searchParams } = new URL(address)
  // Asked once in advance, so that the page shows the answer when it opens.
  await fetch(`${origin}/v1/inspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${searchParams.get('token')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ task }),
  })
  return { address: `${address}#/playground?${new URLSearchParams({ task })}`, server, ended }
}

/** The page is served only if a person is at the terminal. */
const isInteractive = process.stdout.isTTY === true && process.env['CI'] !== 'true'

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
  const told = show(['read', task, '--explain'])
  show(['evidence', 'harbor-kiosk', '--claim', 'product-brief-iblgsd26'])
  const [, receipt = ''] = /receipt (r-[0-9a-f]+)/.exec(told) ?? []
  console.log(`\nThe receipt of this answer is ${receipt}. It can be replayed, and the chain of receipts verified:`)
  show(['replay', receipt])
  show(['receipts', 'verify'])
  const { address, server, ended } = await servePage()
  console.log(`\nThe same in a browser, with this task answered:\n\n  ${address}\n`)
  if (isInteractive) {
    console.log('Ctrl-C ends it.')
    process.once('SIGINT', () => server.kill('SIGINT'))
  } else server.kill('SIGTERM')
  await ended
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
