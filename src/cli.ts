#!/usr/bin/env node
import { runProcess } from './serve/cli/run.ts'

process.exitCode = await runProcess()
