import fc from 'fast-check'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { unpackArchive } from '../../src/io/archive/unpack.ts'
import { harmless, hostileTars, hostileZips } from '../support/hostile-archives.ts'
import { pax, tar, tgz, zip, type TarPart } from '../support/make-archive.ts'

const part = fc.stringMatching(/^[a-z][a-z0-9 äß漢_-]{0,12}$/)
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
/** Without a name that is a file and a folder at once. */
const tree = fc
  .dictionary(path, fc.uint8Array({ maxLength: 700 }), { maxKeys: 12 })
  .filter((files) =>
    Object.keys(files).every((one) => Object.keys(files).every((other) => !other.startsWith(`${one}/`))),
  )

/** What may be written below a folder, and how often. */
function expectSafe(unpacked: ReturnType<typeof unpackArchive>): void {
  if (!unpacked.ok) {
    expect(unpacked.detail).toMatch(/\.$/)
    return
  }
  const names = [...unpacked.files.keys(), ...unpacked.links]
  for (const name of names) {
    expect(resolve('/root', name)).toBe(`/root/${name}`)
    expect(name).not.toMatch(/[\0-\x1f\x7f\\]/)
  }
  expect(new Set(names).size).toBe(names.length)
}

const asTar = (files: Readonly<Record<string, Uint8Array>>): readonly TarPart[] =>
  Object.entries(files).flatMap(([name, content]) =>
    Buffer.byteLength(name) > 99
      ? [
          { name: 'pax', type: 'x', content: pax('path', name) },
          { name: 'short', content },
        ]
      : [{ name, content }],
  )

describe('every archive', () => {
  test('of plain files gives these files', () => {
    fc.assert(
      fc.property(tree, (files) => {
        const top = Object.fromEntries(Object.entries(files).map(([name, content]) => [`top/${name}`, content]))
        // A second folder, so that none of them is the only one.
        const all = { ...top, 'other/x': new Uint8Array([1]), alone: new Uint8Array() }
        const listed = Object.entries(all).map(([name, content]) => ({ name, content }))
        for (const bytes of [
          tar(...asTar(all)),
          tgz(...asTar(all)),
          zip(listed),
          zip(listed.map((one) => ({ ...one, method: 0 }))),
        ]) {
          const unpacked = unpackArchive(bytes)
          expect(
            unpacked.ok && Object.fromEntries([...unpacked.files].map(([name, content]) => [name, [...content]])),
          ).toEqual(Object.fromEntries(Object.entries(all).map(([name, content]) => [name, [...content]])))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('of any bytes is read or refused, and has no name that leads elsewhere', () => {
    const marks = [[], [0x1f, 0x8b, 8], [0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]]
    fc.assert(
      fc.property(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 3000 }), (mark, rest) => {
        expectSafe(unpackArchive(Buffer.from([...mark, ...rest])))
        expectSafe(unpackArchive(gzipSync(Buffer.from(rest))))
      }),
      { numRuns: 300 },
    )
  })

  test('in which bytes were changed, cut out or doubled is read or refused', () => {
    const samples = [
      ...Object.values(harmless),
      ...Object.values(hostileTars).filter(({ length }) => length < 20_000),
      ...Object.values(hostileZips).filter(({ length }) => length < 20_000),
    ]
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 8 }),
      cut: fc.nat(40),
    })
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 4 }), (sample, edits) => {
        let bytes = Buffer.from(sample)
        for (const { at, bytes: put, cut } of edits) {
          const from = Math.floor(at * bytes.length)
          bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)])
        }
        expectSafe(unpackArchive(bytes))
      }),
      { numRuns: 1500 },
    )
  })

  test('with any names is refused, or has none that leads elsewhere', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'A',
      '/',
      '\\',
      'c:',
      '\0',
      '\n',
      '\u202e',
      '\u001b',
      'é',
      'e\u0301',
      ' ',
      '~1',
    )
    const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const slashed = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('/'))
    const kind = fc.constantFrom('0', '1', '2', '5', '7')
    const entry = fc.record({ name: fc.oneof(name, slashed), type: kind })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        expectSafe(unpackArchive(tar(...entries)))
        expectSafe(
          unpackArchive(
            tar(
              ...entries.flatMap(({ name: written, type }) => [
                { name: 'p', type: 'x', content: pax('path', written) },
                { name: 'q', type },
              ]),
            ),
          ),
        )
        expectSafe(
          unpackArchive(
            zip(
              entries.map(({ name: written, type }) => ({
                name: written,
                mode: type === '2' ? 0o120777 : 0o100644,
                method: 0,
              })),
            ),
          ),
        )
      }),
      { numRuns: 800 },
    )
  })
})
