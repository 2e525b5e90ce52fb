import { onTestFinished } from 'vitest'
import { openKnowledge, runTool, tools, type Knowledge, type Tool } from '../../src/app/index.ts'
import { systemPorts } from '../../src/io/system.ts'
import { answerApi, apiRoutes } from '../../src/serve/http/api.ts'
import { messageStates, messageWorld, type MessageWorld, type Subject } from './message-states.ts'
import { grouped } from './message-table.ts'

const callsOf = ({ name, entry, task, term }: Subject): Readonly<Record<Tool['name'], readonly object[]>> => ({
  catalog: [{}, { name: entry }],
  activate: [{ name }],
  read: [{ task }, { task, name: [name] }],
  query: [{ terms: [term] }],
  explain: [{ name }],
  evidence: [{ name }],
})

/** The reply of every tool in every state: over MCP on this machine, and over HTTP on another. */
export async function toolTable(states: RegExp): Promise<string> {
  const answers: (readonly [command: string, answer: string, state: string])[] = []
  for (const [state, made] of Object.entries(messageStates)) {
    if (!states.test(state)) continue
    const { world, subject } = await messageWorld(made)
    const knowledge = await opened(world)
    for (const tool of tools)
      for (const args of callsOf(subject)[tool.name])
        answers.push([`${tool.name} ${JSON.stringify(args)}`, await answerOf(tool, args, { knowledge, world }), state])
  }
  return grouped(answers)
}

async function opened({ cwd, env }: MessageWorld): Promise<Knowledge> {
  const requester = { clearance: 'internal', model: 'external' } as const
  const knowledge = await openKnowledge({ roots: [cwd], ports: systemPorts(env), requester })
  onTestFinished(() => knowledge.close())
  return knowledge
}

interface Opened {
  readonly knowledge: Knowledge
  readonly world: MessageWorld
}

async function answerOf(tool: Tool, args: object, { knowledge, world: { cwd } }: Opened): Promise<string> {
  const context = { knowledge: knowledge.forModel(), commands: { cwd } }
  const { fenced = '', line = '' } = await runTool(tool, { ...args }, { context })
  const route = apiRoutes.find((one) => one.tool === tool)
  if (!route) throw new Error(tool.name)
  const signal = new AbortController().signal
  const response = await answerApi(route, args, { knowledge, signal, now: () => new Date(0) })
  const body = (await response.json()) as { readonly line?: string; readonly detail?: string; readonly type?: string }
  const problem = body.type === undefined ? '' : ` ${body.type.replace('urn:lorefence:problem:', '')}`
  return [
    ...(fenced === '' ? [] : ['  <fenced text>']),
    `  mcp: ${line || '-'}`,
    `  http ${response.status}${problem}: ${body.detail ?? body.line ?? '-'}`,
    '',
  ].join('\n')
}
