import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { codeRows, type Code } from '../src/model/codes/codes.ts'
import { conformancePage } from './conformance/table.ts'
import { expectGenerated } from './support/generated-file.ts'
import { diagnosticsIndex, pageHead } from './support/page-head.ts'

describe('heads of the diagnostics pages', () => {
  test.each(Object.keys(codeRows) as Code[])('%s', (code) => {
    const path = `docs/diagnostics/${code}.md`
    const head = pageHead(code, codeRows[code])
    const text = existsSync(path) ? readFileSync(path, 'utf8') : head
    const rest = text.replace(/^# [\s\S]*?- \*\*Remedy:\*\* .*\n\n?/, '')
    expectGenerated(path, `${head.trimEnd()}\n\n${rest.trimStart()}`)
  })
})

test('docs/diagnostics/README.md lists every code', () => {
  expectGenerated('docs/diagnostics/README.md', diagnosticsIndex(codeRows))
})

test('docs/conformance.md shows what is tested and what is planned', () => {
  expectGenerated('docs/conformance.md', conformancePage())
})
