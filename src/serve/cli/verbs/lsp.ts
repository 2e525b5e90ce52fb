import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Workspace } from '../../../app/index.ts'
import { diskFiles } from '../../../io/disk/disk-files.ts'
import { serveLanguage } from '../../lsp/server.ts'
import { visible } from '../render/terminal/cells.ts'
import { docsPage } from '../render/terminal/words.ts'
import { exitCodes, UsageError, type Verb } from '../verb.ts'

export const lspVerb: Verb = {
  name: 'lsp',
  summary: 'serve an editor over the Language Server Protocol: findings, completion, descriptions, definitions, fixes',
  usage: 'lsp [options]',
  inputs: 'the folders that the editor opens, or the current one; messages of the protocol on stdin',
  outputs: 'messages of the protocol on stdout, errors on stderr; ends when the editor disconnects',
  examples: ['lorefence lsp', 'lorefence lsp --stdio --lint'],
  options: {
    stdio: { type: 'boolean', doc: 'Use stdin and stdout, which is the default; some editors add this option.' },
    lint: { type: 'boolean', doc: 'Also report what the specifications ask tools not to report.' },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length > 0) throw new UsageError('lsp takes no arguments; the editor names its folders.')
    if (terminal.interactive) terminal.err('Waiting for an editor on stdin; end with Ctrl-D.\n')
    const [, script = ''] = terminal.program()
    const page = (code: string): string => resolve(dirname(script), '..', docsPage(code))
    const saidGoodbye = await serveLanguage({
      workspace: new Workspace(diskFiles, { lint: values['lint'] === true }),
      cwd: terminal.cwd,
      input: process.stdin,
      output: process.stdout,
      pageOf: (code) => (diskFiles.kindOf(page(code)) === 'file' ? pathToFileURL(page(code)).href : undefined),
      onTrouble: (message) => terminal.err(`lorefence lsp: ${visible(message)}\n`),
    })
    // An open input would keep the process alive.
    process.stdin.destroy()
    return saidGoodbye ? exitCodes.ok : exitCodes.findings
  },
}
