#!/usr/bin/env node
import { runHook } from './serve/hook/run-hook.ts'

/** `lorefence hook` loads it from here, too. */
export { runShellHook } from './serve/hook/shell-hook.ts'

void runHook()
