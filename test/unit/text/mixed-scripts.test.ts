import { describe, expect, test } from 'vitest'
import { mixedScripts } from '../../../src/text/detect/mixed-scripts.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('scripts in one name', () => {
  test.each([
    ['manifest:h\u0430rbor-kiosk', ['Cyrillic', 'Latin']],
    ['manifest:kiosk@p\u0430yments', ['Cyrillic', 'Latin']],
    ['unit:kiosk/set\u03c5p', ['Greek', 'Latin']],
    ['docs/p\u043ericy/x', ['Cyrillic', 'Latin']],
    ['k\u13a5osk', ['Cherokee', 'Latin']],
    ['a\u1e900\u{10400}', ['Latin', 'other']],
  ])('%s mixes %j', (name, scripts) => expect(mixedScripts(name)).toEqual(scripts))

  test.each([
    'manifest:harbor-kiosk',
    'manifest:\u043a\u0438\u043e\u0441\u043a',
    'manifest:kiosk@\u043f\u0430\u043f\u043a\u0430',
    'unit:kiosk@docs%2F\u043f\u0430\u043f\u043a\u0430/setup',
    'manifest:\u6771\u4eac\u30bf\u30ef\u30fc-guide',
    'manifest:\ud55c\uad6d-api',
    'stra\u00dfe-24',
    'caf\u00e9',
    '',
  ])('%s does not', (name) => expect(mixedScripts(name)).toEqual([]))
})

test.each([[['trust', '.']], [['catalog']], [['doctor']]])(
  '%j marks a name that could pass for another',
  async (argv) => {
    const cwd = tempFolder({
      'a/knowledge.yaml': manifestText({ project: 'h\u0430rbor-kiosk' }, unitWith({ path: 'a.md' })),
      'a/a.md': '# A\n',
      'b/knowledge.yaml': manifestText({ project: 'harbor-kiosk' }, unitWith({ path: 'a.md' })),
      'b/a.md': '# A\n',
    })
    const home = tempFolder()
    const terminal = fakeTerminal({
      cwd,
      env: { HOME: home, LOREFENCE_STATE: `${home}/state`, XDG_CONFIG_HOME: `${home}/config` },
      interactive: true,
      answers: [false],
    })
    await main(argv, terminal)
    const said = `${terminal.stdout}${terminal.stderr}`
    expect(said).toContain('manifest:h\u0430rbor-kiosk (mixed scripts: Cyrillic, Latin)')
    expect(said).toMatch(/manifest:harbor-kiosk(?! \(mixed)/)
  },
)
