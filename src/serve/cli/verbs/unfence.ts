import { unfence, type Unfenced } from '../../../app/index.ts'
import { readStdinText } from '../read-stdin.ts'
import { visible } from '../render/terminal/cells.ts'
import { jsonText } from '../render/terminal/json-text.ts'
import { scriptEnvelope } from '../render/terminal/script-envelope.ts'
import { counted } from '../render/terminal/words.ts'
import { exitCodes, UsageError, type Terminal, type Verb } from '../verb.ts'

export const unfenceVerb: Verb = {
  name: 'unfence',
  summary: 'give back the text that was fenced, byte for byte',
  usage: 'unfence [options] < fenced',
  inputs:
    'a text with envelopes of ours on stdin, such as the output of fence, read or activate, or a transcript that holds some',
  outputs:
    'the text of each envelope on stdout, one after another (on a terminal with its control characters spelled out), and what each was called on stderr; exit 1 when there is none that nobody changed',
  examples: ['lorefence fence < NOTES.md | lorefence unfence', 'lorefence unfence --older --json < transcript.txt'],
  options: {
    older: { type: 'boolean', doc: 'Read wrappers without a boundary as well; nothing proves that they are whole.' },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length > 0)
      throw new UsageError('unfence reads from stdin and takes no file. Try "lorefence unfence < FILE".')
    const envelopes = unfence(await readStdinText(terminal), { older: values['older'] === true })
    if (values['json'] === true) {
      const found = envelopes.length > 0
      const shown = envelopes.map((envelope) => ({ ...envelope, mode: modeOf(envelope) }))
      terminal.out(
        jsonText({
          ...scriptEnvelope({ kind: 'unfence', command: 'unfence', diagnostics: [] }),
          ok: found,
          status: found ? 'ok' : 'failed',
          envelopes: shown,
        }),
      )
    } else narrate(envelopes, terminal)
    return envelopes.length > 0 ? exitCodes.ok : exitCodes.findings
  },
}

/** Before the standard knew modes, everything was data (AK-188). */
function modeOf({ attributes }: Unfenced): string {
  return attributes['mode'] ?? attributes['runtime_mode'] ?? 'data (assumed)'
}

function narrate(envelopes: readonly Unfenced[], terminal: Terminal): void {
  for (const envelope of envelopes) {
    terminal.out(envelope.text)
    terminal.err(
      `${visible(`${envelope.element} ${envelope.attributes['name'] ?? envelope.attributes['ref'] ?? ''} · mode ${modeOf(envelope)}${envelope.form === 'older' ? ' · no boundary, not proven whole' : ''}`)}\n`,
    )
  }
  terminal.err(
    envelopes.length === 0
      ? 'There is no envelope of ours here that nobody changed.\n'
      : `${counted(envelopes.length, 'envelope')}\n`,
  )
}
