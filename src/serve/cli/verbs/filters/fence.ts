import { fenceText, inspectText, type Diagnostic } from '../../../../app/index.ts'
import { readStdinText } from '../../read-stdin.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted, docsPage } from '../../render/terminal/words.ts'
import { choice, exitCodes, text, texts, UsageError, type Terminal, type Values, type Verb } from '../../verb.ts'

/** Maximum findings that are listed. */
const mostListed = 20

export const fenceVerb: Verb = {
  name: 'fence',
  summary: 'fence the text on stdin as data, and report hidden characters and instructions in it',
  usage: 'fence [options] < text',
  inputs: 'any UTF-8 text on stdin',
  outputs: 'the fenced text on stdout, what was found in it on stderr; "unfence" restores it byte for byte',
  examples: [
    'lorefence fence --name release-notes < NOTES.md',
    'curl -s https://example.com/ | lorefence fence --name page --attribute url=https://example.com/',
  ],
  options: {
    name: { type: 'string', value: 'NAME', doc: 'Name of the text.' },
    mode: { type: 'string', value: 'MODE', doc: 'data (default) or persona; selects the sentence before the text.' },
    attribute: {
      type: 'string',
      multiple: true,
      value: 'NAME=VALUE',
      doc: 'A further attribute of the envelope; repeatable.',
    },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length > 0)
      throw new UsageError('fence reads from stdin and takes no file. Try "lorefence fence < FILE".')
    const attributes = attributesOf(values)
    const content = await readStdinText(terminal)
    const fenced = fenceText(content, attributes)
    const diagnostics = inspectText(content, { file: '-' })
    if (values['json'] === true) printRecord(terminal, { command: 'fence', diagnostics }, { fenced, diagnostics })
    else {
      terminal.out(`${fenced}\n`)
      reportFindings(diagnostics, terminal)
    }
    return exitCodes.ok
  },
}

function attributesOf(values: Values): Readonly<Record<string, string>> {
  const name = text(values['name'])
  const pairs = texts(values['attribute']).map((written) => {
    const at = written.indexOf('=')
    if (at < 1) throw new UsageError(`--attribute takes NAME=VALUE, not "${written}".`)
    return [written.slice(0, at), written.slice(at + 1)] as const
  })
  return Object.fromEntries([
    ...(name === undefined ? [] : [['name', name] as const]),
    ['mode', choice(values['mode'], 'mode', ['data', 'persona']) ?? 'data'] as const,
    ...pairs,
  ])
}

function reportFindings(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  for (const { code, message, severity, where } of diagnostics.slice(0, mostListed)) {
    const place = where.range ? `${where.range.start.line}:${where.range.start.column} ` : ''
    terminal.err(`${place}${severity} ${code} ${visible(message)} (${docsPage(code)})\n`)
  }
  if (diagnostics.length > mostListed)
    terminal.err(`${counted(diagnostics.length - mostListed, 'further finding')}; --json lists them all.\n`)
}
