import { resolve } from 'node:path'
import { examineKnowledge, openOptionsFor } from '../../../app/index.ts'
import { homeFolder, stateFolder } from '../../../io/stores/state-folder.ts'
import { inspectState } from '../../../io/stores/state-health.ts'
import { systemPorts } from '../../../io/system.ts'
import { configForVerb, filesForVerb, knowledgeOptions } from '../opening.ts'
import { portsFor, storeHealth, storeOption } from '../ports-for.ts'
import { doctorText } from '../render/doctor-text.ts'
import { printRecord } from '../render/terminal/print.ts'
import { exitCodes, texts, UsageError, type Verb } from '../verb.ts'

const { as: _as, ...knowledge } = knowledgeOptions
const options = { ...knowledge, ...storeOption }

export const doctorVerb: Verb = {
  name: 'doctor',
  summary:
    'report what is wrong or surprising in a workspace, your config and your state, the command that fixes it, ' +
    'and declared limits that cannot be enforced here; changes nothing',
  usage: 'doctor [path] [options]',
  inputs: 'a workspace, the current folder by default; files of granted entries are read to detect changes',
  outputs: 'findings in sections; exit 1 when something has to be fixed, 0 when there are only notes',
  examples: ['lorefence doctor', 'lorefence doctor ~/work/harbor', 'lorefence doctor --no-user --json'],
  options,
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
