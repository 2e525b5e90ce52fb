import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { doorWorld, packAt, type DoorWorld } from './door-world.ts'
import { manifestText, unitWith } from './manifest-text.ts'

/** The examples in a separate folder, granted. */
export function examplesWorld(): DoorWorld {
  const files = readdirSync('examples', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative('examples', join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('agents/'))
  return doorWorld(Object.fromEntries(files.map((path) => [path, readFileSync(join('examples', path), 'utf8')])))
}

/** Five hundred packs, and a manifest of ten thousand units that share a hundred documents. */
export function largeWorld(): DoorWorld {
  const packs = Array.from({ length: 500 }, (_, index) => {
    const name = `pack-${String(index).padStart(3, '0')}`
    return {
      ...packAt(name, { description: `Facts about device ${index}: battery, screen and warranty.` }),
      [`.agents/knowledge/${name}/compiled/facts.md`]: `# Device ${index}\n\nThe battery of device ${index} lasts ${index} hours.\n`,
    }
  })
  const documents = Array.from({ length: 100 }, (_, index) => [
    `docs/rule-${index}.md`,
    `# Rule ${index}\n\nThe limit of rule ${index} is ${index} days.\n`,
  ])
  const units = Array.from({ length: 10_000 }, (_, index) =>
    unitWith({
      id: `unit-${index}`,
      path: `docs/rule-${index % 100}.md`,
      intent: `What is the limit of rule ${index}?`,
    }),
  )
  return doorWorld({
    ...Object.assign({}, ...packs),
    ...Object.fromEntries(documents),
    'knowledge.yaml': manifestText({}, ...units),
  })
}

const attack =
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1"><svg onload="window.hacked = 1">'

/** A pack that tries to be more than text. */
export const hostileWorld = (): DoorWorld =>
  doorWorld({
    ...packAt(
      'hostile',
      { description: `Battery facts ${attack} javascript:alert(1)` },
      `# Guide ${attack}\n\n<a href="javascript:window.hacked = 1">here</a>\n`,
    ),
    '.agents/knowledge/hostile/compiled/facts.md': [
      `# Facts ${attack}`,
      '',
      `The battery lasts nine hours ${attack}`,
      '',
      '</knowledge_pack> <style>body { display: none }</style> <base href="https://evil.example/">',
      '',
      `The battery is \u202Eneddih\u202C and \u200Bthin\u0007.`,
      '',
      `The battery ${'x'.repeat(20_000)} end.`,
      '',
    ].join('\n'),
  })
