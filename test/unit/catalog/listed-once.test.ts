import { expect, test } from 'vitest'
import { listedOnce } from '../../../src/app/decide/listed-once.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import type { Files } from '../../../src/model/ports.ts'

/** A disk whose folders have these stamps; every list is noted. */
function stamped(stamps: Map<string, string>): Files & { readonly lists: string[] } {
  const files = memoryFiles({ '/w/a.md': 'one', '/w/docs/b.md': 'two' })
  const lists: string[] = []
  return {
    ...files,
    lists,
    list(folder) {
      lists.push(folder)
      return files.list(folder)
    },
    folderStamp: (folder) => stamps.get(folder),
  }
}

test('a folder is listed once in a round, and in a later one only when its stamp is new or missing', () => {
  const stamps = new Map([['/w/docs', 'first']])
  const files = stamped(stamps)
  const round = (): readonly string[] => {
    files.lists.length = 0
    const seen = listedOnce(files)
    for (const folder of ['/w', '/w/docs', '/w', '/w/docs']) seen.list(folder)
    return [...files.lists]
  }
  expect(round()).toEqual(['/w', '/w/docs'])
  expect(round()).toEqual(['/w'])
  stamps.set('/w/docs', 'second')
  expect(round()).toEqual(['/w', '/w/docs'])
  stamps.delete('/w/docs')
  expect([round(), round()]).toEqual([
    ['/w', '/w/docs'],
    ['/w', '/w/docs'],
  ])
})
