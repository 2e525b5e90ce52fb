import { unfence, type Unfenced } from '../../../../app/index.ts'
import { readStdinText } from '../../read-stdin.ts'
import { errLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, UsageError, type Terminal, type Verb } from '../../verb.ts'

export const unfenceVerb: Verb = {
  name: 'unfence',
  summary: 'restore the text that was fenced, byte for byte',
  usage: 'unfence [options] < fenced',
  inputs: 'a text with lorefence envelopes on stdin, such as the output of fence, read or activate, or a transcript',
  outputs:
    'the text of each envelope on stdout (with control characters escaped on a terminal), their names on stderr; ' +
    'exit 1 when there is no intact envelope',
  examples: ['lorefence fence < NOTES.md | lorefence unfence', 'lorefence unfence --older --json < transcript.txt'],
  options: { older: { type: 'boolean', doc: 'Also read envelopes without a boundary; they cannot be verified.' } },
  async run({ positionals, values, terminal }) {
    if (positionals.length > 0)
      throw new UsageError('unfence reads from stdin and takes no file. Try "lorefence unfence < FILE".')
    const envelopes = unfence(await readStdinText(terminal), { older: values['older'] === true })
    if (values['json'] === true) {
      const found = envelopes.length > 0
      const shown = envelopes.map((envelope) => ({ ...envelope, mode: modeOf(envelope) }))
      printRecord(terminal, { command: 'unfence', ok: found }, { envelopes: shown })
    } else printText(envelopes, terminal)
    return envelopes.length > 0 ? exitCodes.ok : exitCodes.findings
  },
}

/** An envelope without a mode is data (AK-188). */
function modeOf({ attributes }: Unfenced): string {
  return attributes['mode'] ?? attributes['runtime_mode'] ?? 'data (assumed)'
}

function printText(envelopes: readonly Unfenced[], terminal: Terminal): void {
  for (const envelope of envelopes) {
    terminal.out(envelope.text)
    const name = envelope.attributes['name'] ?? envelope.attributes['ref'] ?? ''
    const unverified = envelope.form === 'older' ? ' · no boundary, not verified' : ''
    errLine(terminal, `${envelope.element} ${name} · mode ${modeOf(envelope)}${unverified}`)
  }
  terminal.err(
    envelopes.length === 0 ? 'No intact lorefence envelope found.\n' : `${counted(envelopes.length, 'envelope')}\n`,
  )
}
