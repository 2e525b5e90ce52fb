#!/usr/bin/env node
import { version } from './version.ts'

const [, , first] = process.argv

/** Scripts ask for the version before every use, so nothing else is loaded for it. A reader that is gone is no failure. */
if (first === '--version' || first === '-v') process.stdout.on('error', () => undefined).write(`${version}\n`)
else void import('./serve/cli/run.ts').then(({ runProcess }) => runProcess())
