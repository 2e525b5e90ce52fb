import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../src/index.ts'
import { memoryFiles, memoryPorts } from '../../src/testing.ts'
import { packText } from '../support/judge-pack.ts'

const head = 'kcp_version: "0.32"\nversion: 1.0.0\n'
const words = ['zebra', 'walrus', 'pelican'] as const
const texts = {
  '/w/docs/zebra.md': '# Zebra\n\nThe zebra token is TOK-zebra.\n',
  '/w/docs/sub/compiled/walrus.md': '# Walrus\n\nThe walrus token is TOK-walrus.\n',
  '/w/docs/sub/compiled/pelican.md': '# Pelican\n\nThe pelican token is TOK-pelican.\n',
}

const unit = (...paths: readonly string[]) =>
  fc.record({ path: fc.constantFrom(...paths), access: fc.constantFrom('public', 'public', 'public', 'restricted') })
const manifest = (project: string, ...paths: readonly string[]) =>
  fc
    .uniqueArray(unit(...paths), { selector: ({ path }) => path, minLength: 1 })
    .map((units) =>
      [
        `${head}project: ${project}\nunits:`,
        ...units.map(({ path, access }, i) => `- {id: u${i}, path: ${path}, intent: Tokens?, access: ${access}}`),
        '',
      ].join('\n'),
    )

/** Sources that name some of the same files, each restricting some of them. */
const sources = fc.record(
  {
    '/w/knowledge.yaml': manifest('harbor', 'docs/', 'docs/zebra.md', 'docs/sub/compiled/walrus.md'),
    '/w/docs/knowledge.yaml': manifest('docs', 'zebra.md', 'sub/', 'sub/compiled/pelican.md'),
    '/w/docs/sub/knowledge.yaml': manifest('sub', '.', 'compiled/walrus.md', 'compiled/pelican.md'),
    '/w/docs/sub/KNOWLEDGE.md': fc
      .constantFrom('ready', 'ready', 'draft')
      .map((status) => packText({ name: 'sub', status })),
  },
  { requiredKeys: [] },
)

const losses = fc.record({
  of: fc.constantFrom('/knowledge.yaml', '/docs/knowledge.yaml', '/docs/sub/knowledge.yaml', '/docs/sub/KNOWLEDGE.md'),
  how: fc.constantFrom('delete', 'rename', 'break', 'ignore'),
})

/** Which texts come out, asked one by one so that no other text takes their place. */
async function released(
  files: Record<string, string>,
  ports: ReturnType<typeof memoryPorts>,
  root: string,
  ignore: string[],
) {
  const knowledge = await openKnowledge({
    roots: [root],
    ports: { ...ports, files: memoryFiles(files) },
    restraints: { ignore },
  })
  const replies = await Promise.all(words.map((word) => knowledge.read({ task: `What is the ${word} token?` })))
  return words.filter((word) => replies.some(({ fenced }) => fenced.includes(`TOK-${word}`)))
}

test('removing, renaming, breaking or ignoring granted sources never releases more', async () => {
  let [opened, closed] = [0, 0]
  const law = fc.asyncProperty(
    sources,
    fc.boolean(),
    fc.array(losses, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('/w', '/w/docs', '/w/docs/sub'),
    async (made, follow, lost, root) => {
      const files: Record<string, string> = { ...texts }
      for (const [path, text] of Object.entries(made)) if (text !== undefined) files[path] = text
      const ports = memoryPorts(memoryFiles(files))
      saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow, given: 'terminal' })
      const before = await released(files, ports, root, [])
      const ignore: string[] = []
      for (const { of, how } of lost) {
        const text = files[`/w${of}`]
        if (text === undefined) continue
        if (how === 'ignore') ignore.push(`/w${of}`.slice(root.length + 1))
        else if (how === 'break') files[`/w${of}`] = of.endsWith('.md') ? '---\nname: [\n---\n' : `${text}units: [\n`
        else delete files[`/w${of}`]
        if (how === 'rename') files[`/w${of}.old`] = text
      }
      const after = await released(files, ports, root, ignore)
      opened += before.length
      closed += before.length - after.length
      expect(before).toEqual(expect.arrayContaining([...after]))
    },
  )
  await fc.assert(law, { numRuns: 60, seed: 7 })
  // The law says something: texts come out, and some stop coming out.
  expect([opened > 20, closed > 0]).toEqual([true, true])
}, 120_000)
