import { describe, expect, test } from 'vitest'
import { aliases, verbs } from '../../../src/serve/cli/verbs.ts'
import { expectGenerated } from '../../support/generated-file.ts'
import { messageStates, messageWorld } from '../../support/message-states.ts'
import { messageCells, proposedCommands, rowsFor, tableText, withoutWorkspace } from '../../support/message-table.ts'
import { toolTable } from '../../support/tool-table.ts'

const { empty } = messageStates
if (!empty) throw new Error('There is no empty state.')

describe.each(['pack', 'manifest'])('what every verb says about a %s in every state', (kind) => {
  const states = new RegExp(`^(?:empty|${kind}-)`)

  test('is in the table; --json says the same, and every proposed command works', { timeout: 240_000 }, async () => {
    const wrong: string[] = []
    const cells = await messageCells(states, async ({ state, argv, said, json }, world) => {
      const about = `${state}: ${argv.join(' ')}`
      const { ok, kind: form, code } = JSON.parse(json.out) as Readonly<Record<string, unknown>>
      if (json.code !== said.code) wrong.push(`${about}: exit ${said.code}, with --json ${json.code}`)
      if (ok !== (json.code === 0)) wrong.push(`${about}: exit ${json.code} and ok ${String(ok)}`)
      if (form === 'error' && typeof code !== 'string') wrong.push(`${about}: an error without a code`)
      for (const command of proposedCommands(said)) {
        const followed = await world.run(command, { interactive: true, answers: [true, true] })
        world.restore()
        if (followed.code === 2) wrong.push(`${about}: lorefence ${command.join(' ')}: ${followed.err}`)
      }
    })
    const names = [...new Set(cells.map(({ argv }) => argv[0] ?? ''))]
    for (const verb of names)
      expectGenerated(
        `test/golden/messages/${kind}/${verb}.txt`,
        tableText(cells.filter(({ argv }) => argv[0] === verb)),
      )
    expect(wrong).toEqual([])
  })

  test('and what every tool answers a model', { timeout: 120_000 }, async () => {
    expectGenerated(`test/golden/messages/${kind}/tools.txt`, await toolTable(states))
  })
})

test('every verb is in the table, or is left out for a reason', () => {
  const subjects = Object.values(messageStates).map(({ subject }) => ({ ...subject, receipt: 'r-1' }))
  const shown = subjects.flatMap((subject) => rowsFor(subject).map(({ argv }) => argv[0] ?? ''))
  const known = [...Object.keys(verbs), ...Object.keys(aliases)].sort()
  expect([...new Set([...shown, ...Object.keys(withoutWorkspace)])].sort()).toEqual(known)
})

const opened = [
  ...['ungranted', 'draft', 'archived', 'disabled', 'edited', 'entry-edited'].map((name) => `pack-${name}`),
  ...['ungranted', 'asks', 'disabled', 'edited', 'entry-edited', 'expired', 'not-yet', 'deprecated'].map(
    (name) => `manifest-${name}`,
  ),
]

describe('the commands that a read proposes lead to the text', () => {
  test.each(opened)('%s', async (name) => {
    const { world, subject } = await messageWorld(messageStates[name] ?? empty)
    let next: readonly (readonly string[])[] = [['read', subject.task]]
    const taken: string[] = []
    for (let step = 0; step < 4; step++) {
      const [command] = next
      if (!command) break
      taken.push(command[0] ?? '')
      const said = await world.run(command, { interactive: true, answers: [true] })
      expect([command, said.code === 2 ? said.err : '']).toEqual([command, ''])
      if (said.out.includes('five working days')) return
      const proposed = command[0] === 'read' ? proposedCommands(said) : []
      next = proposed.length > 0 ? proposed : [['read', subject.task, '--pack', subject.name]]
      if (proposed[0]?.[0] === 'doctor') next = proposedCommands(await world.run(['doctor']))
    }
    expect(taken).toBe('a way to the text')
  })
})
