import { expect, test } from 'vitest'
import { askServer } from '../../../src/io/process/ask-server.ts'

const ask = (script: string, timeout = 20_000) =>
  askServer([process.execPath, '-e', script], { cwd: '/', env: {}, timeout })

test('a server that says nothing is given up and ended', async () => {
  expect(await ask('setInterval(() => undefined, 1000)', 300)).toEqual({
    ok: false,
    detail: 'It did not answer within 0.3 seconds.',
  })
})

test('an error is told in its words', async () => {
  expect(
    await ask(
      `process.stdin.once('data', () => console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'not today' } })))`,
    ),
  ).toEqual({ ok: false, detail: 'It returned an error: not today' })
})

test('a program that is not there is told', async () => {
  expect(await askServer(['/nowhere/node', 'x'], { cwd: '/', env: {}, timeout: 20_000 })).toEqual({
    ok: false,
    detail: 'The program does not exist.',
  })
})
