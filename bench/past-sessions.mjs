// Past sessions as Claude Code, Codex, Gemini CLI and OpenCode write them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sqliteFile } from './sqlite-file.mjs'

const put = (path, content) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const lines = (values) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`
const iso = (time) => new Date(time).toISOString()

/** `sessions`: id and messages, each with role, time and text; a quarter of them is written for each client. */
export function writePastSessions(home, project, sessions) {
  put(join(home, '.gemini', 'tmp', 'project', '.project_root'), project)
  const forOpencode = []
  for (const [number, session] of sessions.entries()) {
    const write = [claudeCode, codex, gemini][number % 4]
    if (write) write(home, project, session)
    else forOpencode.push(session)
  }
  put(join(home, '.local', 'share', 'opencode', 'opencode.db'), opencode(project, forOpencode))
}

function claudeCode(home, cwd, { id, messages }) {
  const values = messages.map(({ role, time, text }) => ({
    type: role,
    sessionId: id,
    cwd,
    timestamp: iso(time),
    message: { role, content: text },
  }))
  put(join(home, '.claude', 'projects', 'p', `${id}.jsonl`), lines(values))
}

function codex(home, cwd, { id, messages }) {
  const values = messages.map(({ role, time, text }) => ({
    timestamp: iso(time),
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'text', text }] },
  }))
  const meta = { timestamp: iso(messages[0].time), type: 'session_meta', payload: { id, cwd } }
  put(join(home, '.codex', 'sessions', '2026', `rollout-${id}.jsonl`), lines([meta, ...values]))
}

function gemini(home, _cwd, { id, messages }) {
  const values = messages.map(({ role, time, text }) => ({
    id: `${id}-${time}`,
    timestamp: iso(time),
    type: role === 'user' ? 'user' : 'gemini',
    content: text,
  }))
  put(
    join(home, '.gemini', 'tmp', 'project', 'chats', `session-${id}.jsonl`),
    lines([{ sessionId: id, kind: 'main' }, ...values]),
  )
}

function opencode(directory, sessions) {
  const all = sessions.flatMap(({ id, messages }) => messages.map((message, at) => ({ ...message, session: id, at })))
  const key = ({ session, at }) => `${session}-${at}`
  return sqliteFile([
    {
      name: 'session',
      sql: 'CREATE TABLE session (id text, parent_id text, directory text)',
      rows: sessions.map(({ id }) => [id, null, directory]),
    },
    {
      name: 'message',
      sql: 'CREATE TABLE message (id text, session_id text, data text)',
      rows: all.map((one) => [key(one), one.session, JSON.stringify({ role: one.role })]),
    },
    {
      name: 'part',
      sql: 'CREATE TABLE part (id text, message_id text, session_id text, time_created integer, time_updated integer, data text)',
      rows: all.map((one) => [
        `p-${key(one)}`,
        key(one),
        one.session,
        one.time,
        one.time,
        JSON.stringify({ type: 'text', text: one.text }),
      ]),
    },
  ])
}
