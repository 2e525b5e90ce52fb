import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawRepository, writeRepository } from './synthetic-repositories.mjs'

export const title =
  'Sixty repositories drawn after real manifests: a person runs trust, asks, and runs at most one approve that the reply names'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const firstSeed = Number(process.env.SEED ?? 1)
const repositories = 60

export function run() {
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-repositories-'))
  const home = join(scratch, 'home')
  mkdirSync(join(home, '.config/lorefence'), { recursive: true })
  writeFileSync(join(home, '.config/lorefence/lorefence.yaml'), 'grants: unattended\n')
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, 'state'),
  }
  try {
    const drawn = Array.from({ length: repositories }, (_, i) => drawRepository(firstSeed + i))
    const outcomes = drawn.map((repository) => visit(repository, { root: join(scratch, 'work'), env }))
    return summarise(outcomes)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** One question about each of the first units; restricted content must never be returned. */
function visit(repository, { root, env }) {
  const cwd = writeRepository(root, repository)
  const run = (...args) => {
    const { stdout, stderr, status } = spawnSync('node', [cli, ...args], { cwd, env, encoding: 'utf8', input: '' })
    return { text: stdout, said: `${stdout}\n${stderr}`, status }
  }
  run('trust', '.', '--yes')
  const refused = repository.facts.filter(({ isRefused }) => isRefused)
  const asked = repository.facts.find(({ isReadable }) => isReadable)
  const first = asked && run('read', asked.task)
  const gave = first?.text.includes(asked.code) === true
  const command = first && !gave ? /lorefence approve (\S+?)["'.,]*(?:\s|$)/.exec(first.said)?.[1] : undefined
  if (command) run('approve', command, '--yes')
  const again = command ? run('read', asked.task) : undefined
  const leaked = refused.filter(({ code, task }) => run('read', task).text.includes(code)).map(({ id }) => id)
  return {
    seed: repository.seed ?? repository.name,
    hasReadable: asked !== undefined,
    gave,
    gaveAfterApproval: gave || again?.text.includes(asked?.code) === true,
    leaked,
    refused: refused.length,
    said: gave ? '' : (again ?? first)?.said.trim().split('\n').slice(-3).join(' | ').slice(0, 300),
  }
}

function summarise(outcomes) {
  const readable = outcomes.filter(({ hasReadable }) => hasReadable)
  const share = (test) => readable.filter(test).length / readable.length
  const missed = readable.filter(({ gaveAfterApproval }) => !gaveAfterApproval)
  if (process.env.VERBOSE) for (const { seed, said } of missed) console.error(`seed ${seed}: ${said}`)
  const refused = outcomes.reduce((sum, outcome) => sum + outcome.refused, 0)
  const leaked = outcomes.flatMap(({ leaked }) => leaked)
  return [
    {
      name: `seeds ${firstSeed} to ${firstSeed + repositories - 1}`,
      repositories: outcomes.length,
      'with a readable unit': readable.length,
    },
    atLeast(
      'text without any approval',
      share(({ gave }) => gave),
      0.5,
    ),
    {
      ...atLeast(
        'text after at most one approval',
        share(({ gaveAfterApproval }) => gaveAfterApproval),
        0.85,
      ),
      'seeds without': missed.map(({ seed }) => seed).join(' '),
    },
    { name: 'refused units', refused, returned: leaked.length, ...(leaked.length > 0 ? { missed: 'refused' } : {}) },
  ]
}

const atLeast = (name, share, least) => ({ name, share, least, ...(share < least ? { missed: 'share' } : {}) })
