import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DoorWorld } from './door-world.ts'

export interface ServingProgram {
  readonly url: string
  readonly child: ChildProcess
  /** The printed tokens, for agents and for the person who started it; empty if the config has clients. */
  readonly token: string
  readonly personToken: string
  /** Its output so far. */
  said(): string
}

export function writeConfig({ env }: Pick<DoorWorld, 'env'>, config: string): void {
  mkdirSync(`${env['HOME']}/.config/lorefence`, { recursive: true })
  writeFileSync(`${env['HOME']}/.config/lorefence/lorefence.yaml`, config)
}

/** The built program, once it serves; rejects with its output if it does not start. */
export function serveProgram({ cwd, env }: DoorWorld, options: readonly string[] = []): Promise<ServingProgram> {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'serve', '--no-user', '--port', '0', ...options], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((done, fail) => {
    let text = ''
    child.once('close', () => fail(new Error(text)))
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const url = /Serving (\S+);.*\n/.exec(text)?.[1]
      const [token = '', personToken = ''] = [/Bearer (\S+)\n/, /\?token=(\S+)\n/].map((one) => one.exec(text)?.[1])
      if (url !== undefined) done({ url, child, token, personToken, said: () => text })
    })
  })
}
