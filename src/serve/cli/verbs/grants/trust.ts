import { resolve } from 'node:path'
import {
  proposeGrants,
  removeGrants,
  saveGrants,
  type Diagnostic,
  type Grant,
  type GrantProposal,
} from '../../../../app/index.ts'
import { systemPorts } from '../../../../io/system.ts'
import type { Ports } from '../../../../model/ports.ts'
import { askPerson, yesOption } from '../../ask-person.ts'
import { configForVerb, reportLimit } from '../../open-knowledge.ts'
import { visible } from '../../render/terminal/cells.ts'
import { proposalLines } from '../../render/grant-text.ts'
import { jsonText } from '../../render/terminal/json-text.ts'
import { scriptEnvelope } from '../../render/terminal/script-envelope.ts'
import { exitCodes, UsageError, type Call, type Verb } from '../../verb.ts'

export const trustVerb: Verb = {
  name: 'trust',
  summary: 'grant the use of the packs and manifests below a folder, file by file, or revoke grants',
  usage: 'trust <path> [options]',
  inputs: 'a folder, or the entry file of one',
  outputs: 'the proposed grants on stderr, the saved grants on stdout; exit 1 when the answer is no',
  examples: ['lorefence trust .', 'lorefence trust ~/notes --follow', 'lorefence trust . --remove'],
  options: {
    follow: { type: 'boolean', doc: 'Grant the folder and its owner instead of the present bytes; for your own work.' },
    remove: { type: 'boolean', doc: 'Revoke the grants of the folder and of the folders below it.' },
    ...yesOption,
  },
  async run(call) {
    const [path] = call.positionals
    if (path === undefined || call.positionals.length > 1)
      throw new UsageError('trust needs one path. Try "lorefence trust .".')
    const ports = systemPorts(call.terminal.env)
    return call.values['remove'] === true ? revoke(path, call, ports) : grant(path, call, ports)
  },
}

async function grant(path: string, { values, terminal }: Call, ports: Ports): Promise<number> {
  if (ports.files.kindOf(resolve(terminal.cwd, path)) === undefined) throw new UsageError(`"${path}" does not exist.`)
  const follow = values['follow'] === true
  const { config } = configForVerb({ values: { root: [terminal.cwd, path] }, terminal }, ports)
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  const { allowTypes, restraints } = config
  const onLimit = (diagnostic: Diagnostic): void => reportLimit(diagnostic, terminal)
  const proposals = proposeGrants(ports, path, terminal.cwd, {
    follow,
    allowTypes,
    ignore: restraints.ignore ?? [],
    onLimit,
  })
  for (const line of proposalLines(proposals)) terminal.err(`${line}\n`)
  const open = proposals.filter(({ held }) => !held)
  if (open.length === 0) {
    terminal.err(
      proposals.length === 0
        ? 'There is no pack and no manifest to grant here; "lorefence init" drafts one.\n'
        : 'Everything here is already granted.\n',
    )
    return printOutcome({ values, terminal }, proposals, [])
  }
  if (follow) terminal.err('Future content of these folders may be used too, as long as their owner stays the same.\n')
  const given = await askPerson(
    { values, terminal },
    config,
    `Grant the use of ${proposals.length === 1 ? 'this entry' : `these ${proposals.length} entries`}?`,
  )
  if (given === undefined) return exitCodes.findings
  const grants = saveGrants(ports, proposals, { follow, given })
  terminal.err(`Undo it with: lorefence trust --remove ${visible(path)}\n`)
  return printOutcome({ values, terminal }, proposals, grants)
}

function printOutcome(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  proposals: readonly GrantProposal[],
  granted: readonly Grant[],
): number {
  if (values['json'] === true)
    terminal.out(
      jsonText({
        ...envelope,
        action: 'trust',
        granted,
        entries: proposals.map(({ files: _files, entries: _entries, ...entry }) => entry),
      }),
    )
  else if (granted.length > 0)
    for (const { ref } of proposals)
      terminal.out(`${visible(`${granted[0]?.follow ? 'followed' : 'granted'} ${ref}`)}\n`)
  return exitCodes.ok
}

/** Revoking needs no question: it only makes decisions stricter. */
function revoke(path: string, { values, terminal }: Call, ports: Ports): number {
  const removed = removeGrants(ports, path, terminal.cwd)
  if (values['json'] === true)
    terminal.out(jsonText({ ...envelope, action: 'remove', removed: removed.map((grant) => grant.path) }))
  else for (const grant of removed) terminal.out(`${visible(`removed ${grant.path}`)}\n`)
  if (removed.length === 0) terminal.err('There was no grant to revoke.\n')
  return exitCodes.ok
}

const envelope = scriptEnvelope({ kind: 'grant', command: 'trust', diagnostics: [] })
