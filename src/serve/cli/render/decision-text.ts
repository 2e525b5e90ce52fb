import { withoutHint, type Explanation, type Reason, type Requester, type Verdict } from '../../../app/index.ts'
import type { Terminal } from '../verb.ts'
import { visible, widthOf } from './terminal/cells.ts'
import { paintWith, type Paint } from './terminal/paint.ts'
import { wrap } from './terminal/words.ts'

interface Style {
  readonly paint: Paint
  readonly width: number
}

const marks: Readonly<Record<Verdict, string>> = { allow: '✓', ask: '!', deny: '✗' }
/** The format has no field for it. */
const undeclared = 'not-declared'
const strictness: Readonly<Record<Verdict, number>> = { deny: 0, ask: 1, allow: 2 }

export interface ShownExplanation extends Explanation {
  /** Why a read omits it, or files of a pack, although it is allowed. */
  readonly notRead?: string
}

/** The verdict, the reasons for it, then every other gate. */
export function decisionText(
  explanation: ShownExplanation,
  { color, columns }: Pick<Terminal, 'color' | 'columns'>,
): string {
  const style = { paint: paintWith(color), width: Math.min(Math.max(columns ?? 100, 40), 120) }
  const reasons = [...explanation.reasons].sort((a, b) => strictness[a.verdict] - strictness[b.verdict])
  const against = reasons.filter(({ verdict }) => verdict !== 'allow')
  const lines = [
    ...headText(explanation, style),
    ...against.flatMap((reason) => ['', ...reasonText(withCommands(reason, explanation), style)]),
    ...commandText(explanation, style),
    '',
    ...reasons
      .filter(({ verdict, code }) => verdict === 'allow' && code !== undeclared)
      .flatMap((reason) => reasonText(reason, style)),
    ...undeclaredText(reasons, style),
    ...obligationText(explanation.reasons, style),
    ...notForText(explanation, style),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** A hint that the commands below replace is not repeated. */
function withCommands({ change, ...reason }: Reason, { commands = [] }: Explanation): Reason {
  const hint = change === undefined || commands.length === 0 ? change : withoutHint(change)
  return hint === undefined || hint === '' ? reason : { ...reason, change: hint }
}

function headText(
  { ref, verdict, action, requester, path, includedFrom, declaredBy = [], alsoNamedBy, notRead }: ShownExplanation,
  { paint, width }: Style,
): readonly string[] {
  // Every gate allows it, and a person has to act all the same.
  const shownVerdict = notRead === undefined ? verdict : 'ask'
  const answer = paintVerdict(paint, shownVerdict)
  const facts = [
    path ?? '',
    ...(includedFrom ? [`included from ${includedFrom.url ?? includedFrom.file} as "${includedFrom.id}"`] : []),
    ...declaredBy.map(({ ref: by, id, url }) => `declared by ${by} as "${id}"${url === undefined ? '' : `, ${url}`}`),
    action,
    `requester ${factsText(requester)}`,
    ...(alsoNamedBy ? [`same file as ${alsoNamedBy.join(', ')}`] : []),
  ].filter((fact) => fact !== '')
  return [
    `${answer(marks[shownVerdict])} ${paint.bold(visible(ref))}  ${answer(verdict)}`,
    ...wrap(visible(facts.join(' · ')), width - 2).map((line) => paint.dim(`  ${line}`)),
    ...(notRead === undefined
      ? []
      : [
          '',
          paint.yellow(`  but a read omits ${ref.startsWith('pack:') ? 'files of it' : 'it'}: ${visible(notRead)}`),
        ]),
  ]
}

/** In the syntax of `--as`. */
function factsText(requester: Requester): string {
  const facts = Object.entries(requester).map(([name, value]) => {
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `${field}=${Array.isArray(value) ? value.join('+') : String(value)}`
  })
  return facts.length === 0 ? 'unknown' : facts.join(',')
}

/** Not wrapped: each is a line to copy. */
function commandText({ commands = [] }: Explanation, { paint }: Style): readonly string[] {
  return commands.length === 0
    ? []
    : ['', ...commands.map((command, i) => `  ${paint.green(i === 0 ? 'run:' : '    ')}  ${visible(command)}`)]
}

const gateWidth = 14

function reasonText(
  { verdict, gate, sentence, change, pointer, spec }: Reason,
  { paint, width }: Style,
): readonly string[] {
  const column = 9 + gateWidth
  const indent = ' '.repeat(column)
  const [first = '', ...rest] = wrap(visible(sentence), width - column)
  const place = visible([pointer, spec].filter((part) => part !== undefined).join(' · '))
  const head = `  ${paintVerdict(paint, verdict)(verdict.padEnd(5))}  ${paint.bold(gate.padEnd(gateWidth))}${first}`
  const fits = verdict === 'allow' && rest.length === 0 && column + widthOf(first) + 2 + widthOf(place) <= width
  return [
    fits && place !== '' ? `${head}  ${paint.dim(place)}` : head,
    ...rest.map((line) => `${indent}${line}`),
    ...(change === undefined
      ? []
      : wrap(visible(change), width - column - 6).map(
          (line, i) => `${indent}${i === 0 ? paint.green('help:') : '     '} ${line}`,
        )),
    ...(fits || place === ''
      ? []
      : placeText(place, verdict === 'allow' ? '' : ' see: ', width - column).map(
          (line) => `${indent}${paint.dim(line)}`,
        )),
  ]
}

function placeText(place: string, label: string, width: number): readonly string[] {
  return wrap(place, width - label.length).map((line, i) => `${i === 0 ? label : ' '.repeat(label.length)}${line}`)
}

function undeclaredText(reasons: readonly Reason[], { paint, width }: Style): readonly string[] {
  const gates = reasons.flatMap(({ gate, code }) => (code === undeclared ? [gate] : []))
  if (gates.length === 0) return []
  return wrap(`nothing is declared about ${gates.join(', ')}`, width - 9).map((line, i) =>
    paint.dim(`  ${i === 0 ? 'allow' : '     '}  ${line}`),
  )
}

function paintVerdict(paint: Paint, verdict: Verdict): (text: string) => string {
  switch (verdict) {
    case 'allow':
      return paint.green
    case 'ask':
      return (text) => paint.bold(paint.yellow(text))
    case 'deny':
      return (text) => paint.bold(paint.red(text))
  }
}

function notForText({ notFor = [] }: Explanation, { paint, width }: Style): readonly string[] {
  if (notFor.length === 0) return []
  const said = wrap(visible(notFor.map((phrase) => `"${phrase}"`).join(', ')), width - 11)
  return ['', ...said.map((line, i) => `  ${i === 0 ? paint.bold('not for:') : '        '} ${line}`)]
}

/** Obligations that apply when the content is released. */
function obligationText(reasons: readonly Reason[], { paint }: Style): readonly string[] {
  const found = [...new Set(reasons.flatMap(({ obligations = [] }) => obligations))]
  const shown = found.map((obligation) => (obligation === 'note' ? 'a warning in the reply' : obligation))
  return found.length === 0 ? [] : ['', `  ${paint.bold('obligations:')} ${shown.join(', ')}`]
}
