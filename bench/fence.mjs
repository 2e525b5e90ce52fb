import { fenceText, unfence } from '../dist/index.js'
import { race, median, timeOf } from './measure.mjs'

export const title =
  'Sealing and fencing a megabyte, against a bare replaceAll of "<"; twice the text must take about twice the time'

const size = 1_000_000
const filled = (piece, length = size) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Ordinary texts, and texts built to be slow. */
const pieces = {
  Markdown:
    '## Power\n\nThe battery runs the kiosk for nine hours [source: specs.md#L4]. See *Mains*, and `reset --hard`.\n\n- item one\n- item two\n\n',
  'HTML and code':
    '<div class="row"><a href="/x?a=1&amp;b=2">if (a < b && c > d) { list.push(<Item/>) }</a>&nbsp;</div>\n',
  'Persian and Hindi': 'می\u200cخواهم کتاب\u200cها را ببینم. क्\u200dष हिन्दी पाठ 👩\u200d🔧 \n',
  'closing tags': '</knowledge_pack>\n',
  'one line of letters': 'a',
  'one line of brackets': '<',
  'one line of brackets and letters': '<k',
  'one line of references': '&amp;',
}

/** Noise only adds time, so the fastest of a few runs is the most accurate. */
const fastest = (work) => Math.min(...Array.from({ length: 5 }, () => timeOf(work)))

export const run = () =>
  Object.entries(pieces).map(([name, piece]) => {
    const text = filled(piece)
    const twice = filled(piece, 2 * size)
    const { bare, ours, ratio } = race(
      () => text.replaceAll('<', '&lt;'),
      () => fenceText(text, { name: 'bench' }),
      7,
    )
    const fenced = fenceText(text, { name: 'bench' })
    const parse = median(Array.from({ length: 3 }, () => timeOf(() => unfence(fenced))))
    const doubled = fastest(() => fenceText(twice, {})) / fastest(() => fenceText(text, {}))
    return { name, bare, ours, ratio, megabytesPerSecond: 1000 / ours, unfence: parse, doubled, doublingLimit: 4 }
  })
