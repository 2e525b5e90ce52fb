import { catalogMetadata, describePack } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { jsonText, scriptEnvelope } from '../../render/terminal/json.ts'
import { exitCodes, UsageError, type Verb } from '../../verb.ts'

export const toCatalogVerb: Verb = {
  name: 'to-catalog',
  summary: 'print the catalog metadata of packs as JSON; bodies are not included',
  usage: 'to-catalog <pack>… [options]',
  inputs: 'folders of packs, or their KNOWLEDGE.md',
  outputs:
    'one object for one pack, a list for several; with --json under "entries"; exit 1 when a frontmatter has an error',
  examples: ['lorefence to-catalog .agents/knowledge/kiosk-brief', 'lorefence to-catalog .agents/knowledge/* --json'],
  options: {},
  async run({ positionals, values, terminal }) {
    if (positionals.length === 0)
      throw new UsageError('to-catalog needs a pack. Try "lorefence to-catalog .agents/knowledge/*".')
    const described = positionals.map((path) => {
      const description = describePack(diskFiles, path, { cwd: terminal.cwd })
      if (!description) throw new UsageError(`there is no KNOWLEDGE.md in "${path}".`)
      return { entry: catalogMetadata(description), findings: description.diagnostics }
    })
    const entries = described.map(({ entry }) => entry)
    const [first] = entries
    const pack = entries.length === 1 ? (first?.name ?? undefined) : undefined
    const diagnostics = described.flatMap(({ findings }) => findings)
    const envelope = scriptEnvelope({ kind: 'catalog-metadata', command: 'to-catalog', pack, diagnostics })
    terminal.out(jsonText(values['json'] === true ? { ...envelope, entries } : entries.length === 1 ? first : entries))
    return envelope.ok ? exitCodes.ok : exitCodes.findings
  },
}
