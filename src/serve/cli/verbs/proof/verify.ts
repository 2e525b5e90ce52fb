import { resolve } from 'node:path'
import {
  assertedOrigin,
  verifyBytes,
  verifyEntries,
  type Catalog,
  type Verified,
  type VerifyOptions,
} from '../../../../app/index.ts'
import { systemPorts } from '../../../../io/system.ts'
import { limits } from '../../../../model/limits.ts'
import { configForVerb, reportQuarantined } from '../../opening.ts'
import { readStdinBytes } from '../../read-stdin.ts'
import { outLine, printRecord } from '../../render/terminal/print.ts'
import { exitCodes, text, UsageError, type Call, type Terminal, type Verb } from '../../verb.ts'

export const verifyVerb: Verb = {
  name: 'verify',
  summary: 'verify the signatures of manifests and packs, and that their files are those that were signed',
  usage: 'verify [path…] [options]\nverify - --signature FILE',
  inputs:
    'folders or entry files, by default the current folder; trusted keys are those of your own config and of ' +
    '~/.kcp/trusted-keys.yaml',
  outputs: 'the tier of each (trusted, known, unsigned, failed) and why; exit 1 unless every signature holds',
  examples: [
    'lorefence verify',
    'lorefence verify vendor/harbor --origin github.com/harbor/kiosk --json',
    'lorefence verify - --signature knowledge.yaml.sig < knowledge.yaml',
  ],
  options: {
    origin: { type: 'string', value: 'ORIGIN', doc: 'Where it comes from, as you know it: github.com/acme/docs.' },
    signature: { type: 'string', value: 'FILE', doc: 'The signature of the bytes on stdin.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const paths = positionals.length === 0 ? ['.'] : positionals
    const signature = text(values['signature'])
    const isStdin = paths.includes('-')
    if (isStdin !== (signature !== undefined) || (isStdin && paths.length > 1))
      throw new UsageError('"-" and --signature FILE belong together, without other paths.')
    let broken = 0
    const onQuarantined = (quarantined: Catalog['quarantined']): void => {
      broken += quarantined.length
      reportQuarantined({ quarantined }, terminal)
    }
    const results = isStdin ? [await verifyStdin(signature ?? '', call)] : verifyPaths(paths, call, onQuarantined)
    if (results.length === 0)
      terminal.err(
        broken > 0 ? 'Nothing here can be verified until it is fixed.\n' : 'There is no pack and no manifest here.\n',
      )
    const ok = results.every((result) => result.ok) && (results.length > 0 || broken === 0)
    if (values['json'] === true) printRecord(terminal, { command: 'verify', ok }, { entries: results })
    else for (const result of results) print(result, terminal)
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

function optionsFor({ values, terminal }: Call, paths: readonly string[]) {
  const ports = systemPorts(terminal.env)
  const { config } = configForVerb({ values: { root: [terminal.cwd, ...paths] }, terminal }, ports)
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  const written = text(values['origin'])
  const origin = written === undefined ? undefined : assertedOrigin(written)
  if (written !== undefined && !origin) throw new UsageError(`--origin takes a host and a path, not "${written}".`)
  const { allowTypes, restraints } = config
  return {
    ports,
    options: {
      cwd: terminal.cwd,
      policy: restraints.signatures,
      ...(origin ? { origin } : {}),
      allowTypes,
      ignore: restraints.ignore ?? [],
    },
  }
}

function verifyPaths(
  paths: readonly string[],
  call: Call,
  onQuarantined: VerifyOptions['onQuarantined'],
): readonly Verified[] {
  const { ports, options } = optionsFor(call, paths)
  return paths.flatMap((path) => {
    if (ports.files.kindOf(resolve(call.terminal.cwd, path)) === undefined)
      throw new UsageError(`"${path}" does not exist.`, 'not-found')
    return verifyEntries(ports, path, { ...options, onQuarantined })
  })
}

async function verifyStdin(signature: string, call: Call): Promise<Verified> {
  const { ports, options } = optionsFor(call, [])
  const content = await readStdinBytes(call.terminal)
  const read = ports.files.read(call.terminal.cwd, signature, { limit: limits.signatureBytes })
  if (!read.ok) throw new UsageError(`"${signature}" cannot be read. ${read.detail}`)
  return verifyBytes(content, read.bytes, options)
}

function print({ path, ref, tier, sentence, differing, uncovered }: Verified, terminal: Terminal): void {
  const printLine = (line: string): void => outLine(terminal, line)
  printLine(`${tier.padEnd(8)}  ${path}${ref === undefined ? '' : `  ${ref}`}`)
  printLine(`  ${sentence}`)
  for (const name of differing) printLine(`  content differs from the declared hash: ${name}`)
  if (uncovered.length > 0 && tier !== 'unsigned') printLine(`  not covered by the signature: ${uncovered.join(', ')}`)
}
