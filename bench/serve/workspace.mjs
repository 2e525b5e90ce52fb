import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packCount = 60
const noteCount = 400

const parts = ['battery', 'crane', 'ferry', 'gate', 'kiosk', 'lamp', 'mast', 'pump', 'quay', 'rope', 'screen', 'valve']
const sentences = (seed) =>
  Array.from(
    { length: 6 },
    (_, i) =>
      `The ${parts[(seed + i) % 12]} of berth ${seed} is checked by crew ${(seed * 7 + i) % 997} before the ${parts[(seed * 5 + i) % 12]} runs.`,
  ).join(' ')

/** The examples, 60 packs and a manifest of 400 units; some of the units are not for everybody. */
export function serveWorkspace(root) {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url))
  cpSync(examples, join(root, 'harbor'), { recursive: true, filter: (path) => !path.includes('/agents') })
  for (let i = 0; i < packCount; i++) {
    const pack = join(root, '.agents', 'knowledge', `pack-${i}`)
    mkdirSync(join(pack, 'compiled'), { recursive: true })
    writeFileSync(
      join(pack, 'KNOWLEDGE.md'),
      `---\nname: pack-${i}\ndescription: Facts on product ${i} of the harbor line, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Product ${i}\n`,
    )
    writeFileSync(
      join(pack, 'compiled', 'facts.md'),
      Array.from({ length: 20 }, (_, part) => `# Part ${part}\n\n${sentences(i * 20 + part)}\n`).join('\n'),
    )
  }
  mkdirSync(join(root, 'notes'))
  const restrictions = [
    'sensitivity: public',
    'sensitivity: internal',
    'sensitivity: restricted',
    'access: authenticated',
  ]
  const units = Array.from({ length: noteCount }, (_, i) => {
    writeFileSync(join(root, 'notes', `note-${i}.md`), `# Note ${i}\n\n${sentences(5000 + i)}\n`)
    return `  - {id: note-${i}, path: notes/note-${i}.md, intent: "What does note ${i} say?", scope: global, audience: [agent], ${restrictions[i % 4]}}\n`
  })
  writeFileSync(
    join(root, 'knowledge.yaml'),
    `kcp_version: "0.14"\nproject: many\nversion: 1.0.0\nunits:\n${units.join('')}`,
  )
  return root
}

const exampleTasks = [
  'How long does a refund take?',
  'How long does the battery run the kiosk when the mains power fails?',
  'Who approves an exception to the warranty?',
  'How do I rotate the API key of a kiosk?',
  'What does the support plan cost?',
]

/** More than 500 different tasks: answered by packs, answered by units, weak, and without any answer. */
export const tasks = [
  ...exampleTasks,
  ...Array.from({ length: 300 }, (_, i) => `Which crew checks the ${parts[i % 12]} of berth ${i * 4}?`),
  ...Array.from(
    { length: 200 },
    (_, i) => `What is checked at berth ${5000 + i * 2} before the ${parts[i % 12]} runs?`,
  ),
  ...Array.from({ length: 50 }, (_, i) => `Is there a rule on ${parts[i % 12]} number ${i} for visitors?`),
]
