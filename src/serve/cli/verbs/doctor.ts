import { resolve } from 'node:path'
import { examineKnowledge, openOptionsFor, type CheckResult, type Examination } from '../../../app/index.ts'
import { homeFolder, stateFolder } from '../../../io/stores/state-folder.ts'
import { inspectState } from '../../../io/stores/state-health.ts'
import { systemPorts } from '../../../io/system.ts'
import { configForVerb, filesForVerb, knowledgeOptions } from '../opening.ts'
import { portsFor, storeHealth, storeOption } from '../ports-for.ts'
import { visible } from '../render/terminal/cells.ts'
import { paintWith, type Paint } from '../render/terminal/paint.ts'
import { printRecord } from '../render/terminal/print.ts'
import { counted, markedName, noKnowledge, wrap } from '../render/terminal/words.ts'
import { exitCodes, texts, UsageError, type Terminal, type Verb } from '../verb.ts'

const { as: _as, ...scanOptions } = knowledgeOptions

export const doctorVerb: Verb = {
  name: 'doctor',
  summary:
    'report what is wrong or surprising in a workspace, your config and your state, the command that fixes it, ' +
    'and declared limits that cannot be enforced here; changes nothing',
  usage: 'doctor [path] [options]',
  inputs: 'a workspace, the current folder by default; files of granted entries are read to detect changes',
  outputs: 'findings in sections; exit 1 when something has to be fixed, 0 when there are only notes',
  examples: ['lorefence doctor', 'lorefence doctor ~/work/harbor', 'lorefence doctor --no-user --json'],
  options: { ...scanOptions, ...storeOption },
  async run({ positionals, values, terminal }) {
    if (positionals.length > 1) throw new UsageError('doctor takes one path; add workspaces with --root.')
    const named = {
      root: [...positionals, ...texts(values['root'])],
      packs: texts(values['packs']),
      docs: texts(values['docs']),
    }
    const absolute = (path: string): string => resolve(terminal.cwd, path)
    const call = { values: { ...values, ...named }, terminal }
    const { config, workspaces } = configForVerb(call, systemPorts(terminal.env))
    const store = await storeHealth(call, config)
    const system =
      store?.unusable !== undefined || store?.pending?.length ? systemPorts(terminal.env) : await portsFor(call, config)
    const ports = { ...system, files: await filesForVerb({ values, terminal }, system.files) }
    const open = openOptionsFor(config, {
      workspaces,
      packs: named.packs.map(absolute),
      ...(values['no-user'] === true ? {} : { home: homeFolder(terminal.env) }),
    })
    const examination = await examineKnowledge({
      config,
      open: { ...open, respectGitignore: values['respect-gitignore'] === true },
      state: inspectState(stateFolder(terminal.env)),
      ...(store ? { store } : {}),
      ports,
      ...(values['no-user'] === true
        ? {}
        : { surroundings: { platform: process.platform, home: homeFolder(terminal.env), env: terminal.env } }),
      cwd: terminal.cwd,
      options: Object.entries(named).flatMap(([option, paths]) =>
        paths.flatMap((path) => [`--${option}`, absolute(path)]),
      ),
    })
    const { healthy: ok, checks } = examination
    if (values['json'] === true) printRecord(terminal, { command: 'doctor', ok }, { checks })
    else terminal.show(doctorText(examination, terminal))
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

type Item = CheckResult['items'][number]

interface Style {
  readonly paint: Paint
  readonly width: number
}

/** Maximum lines of a section and names of a line; `--json` has all of them. */
const shownItems = 24
const shownNames = 4

/** The sections with findings, then a summary line. */
function doctorText(examination: Examination, { color, columns }: Pick<Terminal, 'color' | 'columns'>): string {
  const style = { paint: paintWith(color), width: Math.min(Math.max(columns ?? 100, 40), 120) }
  const sections = examination.checks
    .filter(({ state }) => state !== 'ok')
    .flatMap((check) => [...sectionText(check, style), ''])
  const start = examination.healthy && examination.packs + examination.manifests === 0 ? [noKnowledge] : []
  return [...sections, closingText(examination, style), ...start].map((line) => `${line}\n`).join('')
}

function sectionText({ state, title, items }: CheckResult, style: Style): readonly string[] {
  const { paint } = style
  const groups = alike(items)
  const mark = state === 'fix' ? paint.bold(paint.yellow('!')) : paint.blue('·')
  const more = groups.length - shownItems
  return [
    `${mark} ${paint.bold(title)} ${paint.dim(`(${items.length})`)}`,
    ...groups.slice(0, shownItems).flatMap((group) => groupText(group, style)),
    ...(more > 0 ? [paint.dim(`  and ${more} more; --json lists all`)] : []),
  ]
}

/** Groups items with the same detail and command. */
function alike(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const words = `${item.detail}\0${item.command ?? ''}`
    const group = groups.get(words)
    if (group) group.push(item)
    else groups.set(words, [item])
  }
  return [...groups.values()]
}

function groupText(group: readonly Item[], { paint, width }: Style): readonly string[] {
  const [first] = group
  if (!first) return []
  const names = group.slice(0, shownNames).map(nameOf).join(', ')
  const more = group.length > shownNames ? ` and ${group.length - shownNames} more` : ''
  return [
    ...(names === '' ? [] : wrap(visible(`${names}${more}`), width - 2).map((line) => `  ${paint.cyan(line)}`)),
    ...wrap(visible(first.detail), width - 4).map((line) => `    ${line}`),
    ...(first.command === undefined ? [] : [`    ${paint.green('$')} ${visible(first.command)}`]),
  ]
}

function nameOf({ ref, path }: Item): string {
  if (ref === undefined) return markedName(path ?? '')
  return path === undefined || ref.startsWith('unit:') ? markedName(ref) : `${markedName(ref)} (${markedName(path)})`
}

function closingText({ checks, healthy, packs, manifests }: Examination, { paint }: Style): string {
  const checked = `${counted(packs, 'pack')} and ${counted(manifests, 'manifest')} checked`
  if (healthy) return `${paint.green('✓')} Nothing to fix: ${checked}.`
  const problems = checks.flatMap(({ items }) => items).filter(({ state }) => state === 'fix').length
  return `${counted(problems, 'problem')} to fix.`
}
