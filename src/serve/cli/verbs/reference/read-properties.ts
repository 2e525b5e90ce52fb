import { describePack, inspectPackFolder } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { jsonText, scriptEnvelope } from '../../render/terminal/json.ts'
import { exitCodes, UsageError, type Verb } from '../../verb.ts'

export const readPropertiesVerb: Verb = {
  name: 'read-properties',
  summary: 'print the frontmatter of a pack as JSON, and what the pack contains',
  usage: 'read-properties <pack> [options]',
  inputs: 'the folder of a pack, or its KNOWLEDGE.md',
  outputs:
    'the properties under their written names and "inspection"; with --json under "properties"; ' +
    'exit 1 when the frontmatter has an error',
  examples: ['lorefence read-properties .agents/knowledge/kiosk-brief', 'lorefence read-properties . --json'],
  options: {},
  async run({ positionals, values, terminal }) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('read-properties takes one pack.')
    const description = describePack(diskFiles, path, { cwd: terminal.cwd })
    if (!description) throw new UsageError(`there is no KNOWLEDGE.md in "${path}".`)
    const { properties, diagnostics, head } = description
    const inspection = inspectPackFolder(diskFiles, description)
    const envelope = scriptEnvelope({ kind: 'properties', command: 'read-properties', pack: head.name, diagnostics })
    terminal.out(
      jsonText(values['json'] === true ? { ...envelope, properties, inspection } : { ...properties, inspection }),
    )
    return envelope.ok ? exitCodes.ok : exitCodes.findings
  },
}
