import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

/** One declaration file per export of the package, and one for the types they share: a brand is the same type in all. */
const entries = ['index', 'mcp', 'testing']
/** Types of values follow from a few properties of a field; its texts and limits, and indentation, are a third of the file. */
const shorter = { name: 'shorter', renderChunk: (code) => code.replaceAll(otherProperties, '').replaceAll(/^ +/gm, '') }
const otherProperties =
  /^ +readonly (?:doc|section|pattern|informs|default|required|misfit|maxLength|nonEmpty|grants|names|min|max|maxItems|orSingle|anySpelling|asWritten|strict): (?:["'].*["']|true|false|\d+);\n/gm
const types = mkdtempSync(join(tmpdir(), 'lorefence-types-'))
try {
  execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', types], { stdio: 'inherit' })
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(types, `${name}.d.ts`)])),
    plugins: [dts({ dtsInput: true }), shorter],
    external: [/^node:/, '@opentelemetry/api'],
  })
  const shared = {
    name: 'types',
    minShareCount: 1,
    test: (id) => !entries.some((name) => id.endsWith(`/${name}.d.ts`)),
  }
  await bundle.write({
    dir: 'dist',
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name].d.ts',
    codeSplitting: { groups: [shared] },
  })
} finally {
  rmSync(types, { recursive: true })
}
