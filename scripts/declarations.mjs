import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

/**
 * One declaration file per export of the package, and one for the types they share, so that a brand is the same type in
 * all.
 */
const entries = ['index', 'mcp', 'testing']
/**
 * Value types depend on only a few properties of a field; its texts and limits, and indentation, are a third of the
 * file.
 */
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
  // Descriptions of fields are for schemas; in a caller's types they only take space, and so does indentation by
  // spaces.
  const file = 'dist/types.d.ts'
  const lines = readFileSync(file, 'utf8').split('\n')
  const wanted = lines.filter((line) => !/^\s*readonly (?:doc|section): '.*';$/.test(line))
  writeFileSync(
    file,
    wanted.map((line) => line.replace(/^(?: {4})+/, (spaces) => '\t'.repeat(spaces.length / 4))).join('\n'),
  )
} finally {
  rmSync(types, { recursive: true })
}
