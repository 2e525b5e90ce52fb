import { describe, expect, test } from 'vitest'
import { packWorld, pathsOf } from '../../support/read-packs.ts'

const english =
  '# Setup of the kiosk\n\nThe kiosk takes a battery of type HK-2. Press the green button until the battery lamp is lit, and wait for two minutes.\n'
const german =
  '# Einrichtung des Kiosks\n\nDer Kiosk braucht eine Batterie vom Typ HK-2. Drücken Sie die grüne Taste, bis die Lampe der Batterie leuchtet, und warten Sie zwei Minuten.\n'
const spanish =
  '# Instalación del quiosco\n\nEl quiosco lleva una batería del tipo HK-2. Pulse el botón verde hasta que se encienda la luz de la batería y espere dos minutos.\n'

const read = async (files: Readonly<Record<string, string>>, task: string): Promise<readonly string[]> =>
  pathsOf(await (await packWorld({ kiosk: { files } })).read({ task, budget: 2_000 }))

describe('of one page in several languages only one is given', () => {
  test.each([
    ['folders', 'documents/en/setup.md', 'documents/de/setup.md'],
    ['endings', 'documents/setup.en.md', 'documents/setup.de.md'],
    ['a plain name and an ending', 'documents/setup.md', 'documents/setup_de-DE.md'],
  ])('told apart by %s: that in the language of the task', async (_, inEnglish, inGerman) => {
    const files = { [inEnglish]: english, [inGerman]: german }
    expect(await read(files, 'Which type of battery does the kiosk take?')).toEqual([inEnglish])
    expect(await read(files, 'Welche Batterie braucht der Kiosk und wie lange muss ich warten?')).toEqual([inGerman])
  })

  test('where none is in the language of the task, the one that matches best', async () => {
    expect(await read({ 'documents/de/setup.md': german, 'documents/es/setup.md': spanish }, 'HK-2')).toHaveLength(1)
  })

  test('two pages in two languages are two pages', async () => {
    const paths = await read({ 'documents/en/setup.md': english, 'documents/de/betrieb.md': german }, 'HK-2 kiosk')
    expect(paths).toEqual(expect.arrayContaining(['documents/en/setup.md', 'documents/de/betrieb.md']))
  })

  test('two files of one language whose names differ like tags are two pages', async () => {
    const paths = await read(
      {
        'documents/up/setup.md': english,
        'documents/ui/setup.md': english.replace('green', 'red').replace('two', 'nine'),
      },
      'Which type of battery does the kiosk take?',
    )
    expect(paths).toHaveLength(2)
  })
})
