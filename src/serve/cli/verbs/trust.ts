import { proposeGrants, readUserConfig, saveGrants } from '../../../index.ts'
import { userConfigFolder } from '../../../io/state-folder.ts'
import { systemPorts } from '../../../io/system.ts'
import { visible } from '../render/cells.ts'
import { jsonText } from '../render/json-text.ts'
import { scriptEnvelope } from '../render/script-envelope.ts'
import { exitCodes, UsageError, type Verb } from '../verb.ts'

const envelope = scriptEnvelope({ kind: 'grant', command: 'trust', diagnostics: [] })

export const trustVerb: Verb = {
  name: 'trust',
  summary: 'grant the use of the packs below a folder, file by file',
  usage: 'trust <path> [options]',
  inputs: 'a folder',
  outputs: 'what is granted; exit 1 when nobody said yes',
  examples: ['lorefence trust .', 'lorefence trust ~/notes --follow'],
  options: {
    follow: { type: 'boolean', doc: 'Bind the folder instead of its present bytes; for your own work.' },
    yes: { type: 'boolean', doc: 'Do not ask; works only where your own config says "grants: unattended".' },
  },
  async run({ positionals, values, terminal }) {
    const [path] = positionals
    if (path === undefined || positionals.length > 1) throw new UsageError('trust needs one path. Try "lorefence trust .".')
    const ports = systemPorts(terminal.env)
    const proposals = proposeGrants(ports, path, terminal.cwd)
    for (const { ref, shown, files } of proposals) terminal.err(`${visible(`${ref}  ${shown}  ${Object.keys(files).length} files`)}\n`)
    if (proposals.length === 0) {
      terminal.err('There is no pack to grant here.\n')
      if (values['json']) terminal.out(jsonText({ ...envelope, granted: [] }))
      return exitCodes.ok
    }
    const unattended = values['yes'] === true && readUserConfig(ports.files, userConfigFolder(terminal.env)).unattendedGrants
    if (values['yes'] && !unattended) throw new UsageError('--yes works only where your own config says "grants: unattended".')
    if (!unattended && !terminal.interactive) throw new UsageError('a grant needs a person at a terminal.')
    if (!unattended && !(await terminal.confirm(`Grant the use of ${proposals.length === 1 ? 'this pack' : `these ${proposals.length} packs`}?`))) return exitCodes.findings
    const grants = saveGrants(ports, proposals, { follow: values['follow'] === true, given: unattended ? 'unattended' : 'terminal' })
    if (values['json']) terminal.out(jsonText({ ...envelope, granted: grants }))
    else terminal.out(proposals.map(({ ref }) => `granted ${ref}\n`).join(''))
    return exitCodes.ok
  },
}
