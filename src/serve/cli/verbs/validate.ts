import { diskFiles } from '../../../io/disk-files.ts'
import { validatePaths } from '../../../index.ts'
import { commonOptions, exitCodes, UsageError, type Verb } from '../verb.ts'

export const validateVerb: Verb = {
  name: 'validate',
  summary: 'judge packs and manifests, with the place, the reason and the remedy of every finding',
  usage: 'validate <path>… [options]',
  inputs: 'files or folders; a folder is walked for KNOWLEDGE.md and knowledge.yaml',
  outputs: 'findings on stdout; exit 1 when a document has an error',
  examples: ['lorefence validate .', 'lorefence validate docs/knowledge.yaml --json'],
  options: {
    strict: { type: 'boolean', doc: 'Warnings count as errors.' },
    lint: { type: 'boolean', doc: 'Also what the specifications ask tools to be silent about.' },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length === 0) throw new UsageError('validate needs a path. Try "lorefence validate .".')
    const result = validatePaths(diskFiles, positionals, { cwd: terminal.cwd, strict: values['strict'] === true, lint: values['lint'] === true })
    if (result.missing.length > 0) throw new UsageError(`there is no "${result.missing[0]}".`)
    const ok = result.documents.every((document) => document.valid)
    terminal.out(`${JSON.stringify({ schemaVersion: 1, kind: 'validation', ok, documents: result.documents }, null, 2)}\n`)
    return ok ? exitCodes.ok : exitCodes.findings
  },
}
void commonOptions
