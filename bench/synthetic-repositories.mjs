import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Repositories with a `knowledge.yaml` like real ones: every habit occurs with the frequency counted in 76 project
 * manifests (436 units), or in 85 example files for habits that only these have.
 */
const project = (count) => count / 76
const example = (count) => count / 85

const versions = [
  ['0.26', 52],
  ['0.14', 9],
  ['0.30', 4],
  ['0.32', 3],
  ['0.12', 2],
  ['0.21', 2],
  ['0.11', 3],
  [undefined, 1],
]
const nouns =
  'deposit warranty quota timeout retention discount threshold surcharge lifetime margin interval allowance'.split(' ')

export function drawRepository(seed) {
  const random = generator(seed)
  const chance = (share) => random() < share
  const pick = (list) => list[Math.floor(random() * list.length)]
  const name = `repo-${seed}`
  const version = weighted(versions, random)
  if (chance(5 / 81)) return foreignFile(name)

  const isLoose = chance(project(28))
  const count = 1 + Math.floor(-Math.log(1 - random()) * 3.5)
  const habits = {
    noPath: chance(project(27)) ? 73 / 436 / project(27) : 0,
    missingFile: chance(project(15)) ? 51 / 436 / project(15) : 0,
    folder: chance(project(23)) ? 55 / 436 / project(23) : 0,
    url: chance(project(1)) ? 0.3 : 0,
    numericTriggers: chance(project(2)),
    hashes: chance(project(6)),
    emptyHash: chance(project(3)),
    skills: chance(project(4)),
    ungrantedSkill: chance(example(7)),
    article: chance(project(1)),
    oddAudience: chance(example(8)),
    oddScope: chance(example(2)),
    superseded: chance(example(13)),
    sizeTokens: chance(example(13)),
    notFor: chance(example(3)),
    authority: chance(project(27)),
    confidence: chance(project(27)),
    unquotedDates: chance(project(2)),
    restricted: chance(0.15),
  }
  const files = {}
  const facts = []
  const units = []
  for (let i = 0; i < Math.min(count, 20); i++) {
    const noun = nouns[i % nouns.length]
    const id = `${noun}-${i}`
    const code = `${noun.toUpperCase().slice(0, 3)}${1000 + Math.floor(random() * 9000)}`
    const topic = `${noun} of the ${pick(['harbor', 'ferry', 'kiosk', 'gateway', 'ledger'])} service number ${i}`
    const text = `# ${capital(noun)}\n\nThis page describes the ${topic}.\n\nThe ${topic} is ${code}, unless the contract says otherwise.\n`
    const fact = { id, task: `What is the ${topic}?`, code, isReadable: true, isRefused: false }
    const entry = isLoose
      ? { id, name: capital(topic), type: 'documentation', description: `Describes the ${topic}` }
      : {
          id,
          intent: `What is the ${topic}?`,
          scope: habits.oddScope ? 'database' : 'global',
          audience: [habits.oddAudience ? 'researcher' : 'agent'],
        }
    place(entry, fact, text)
    if (chance(0.7)) entry.triggers = [noun, ...(habits.numericTriggers ? [2024] : [])]
    if (habits.hashes && entry.path && files[entry.path])
      entry.content_hash = { algorithm: 'sha256', value: createHash('sha256').update(files[entry.path]).digest('hex') }
    if (habits.emptyHash && i === 0) entry.content_hash = { algorithm: 'sha256', value: '' }
    if (habits.sizeTokens) entry.size_tokens = 120
    if (habits.notFor) entry.not_for = ['marketing copy']
    if (habits.authority) entry.authority = { owner: 'team-a', repo: name, license: 'Apache-2.0' }
    if (habits.confidence)
      entry.discovery = { confidence: pick(['medium', 'medium', 'high']), provenance: 'generated', staleness_days: 30 }
    if (habits.unquotedDates) entry.validated = { rawDate: '2026-03-01' }
    decorate(entry, fact, i)
    units.push(entry)
    facts.push(fact)
  }

  /** Sets where the text is, or leaves it out. */
  function place(entry, fact, text) {
    const { id } = entry
    if (chance(habits.noPath)) return void (fact.isReadable = false)
    if (chance(habits.missingFile)) {
      entry.path = `docs/${id}-gone.md`
      fact.isReadable = false
    } else if (chance(habits.folder)) {
      entry.path = pick([`docs/${id}`, `docs/${id}/`])
      files[`docs/${id}/${pick(['README.md', 'index.md', 'guide.md'])}`] = text
    } else if (chance(habits.url)) {
      entry.path = `https://example.com/${id}.md`
      fact.isReadable = false
    } else {
      entry.path = `docs/${id}.md`
      files[entry.path] = text
    }
  }

  /** Adds fields that change how a unit may be used. */
  function decorate(entry, fact, i) {
    if (habits.skills && i === 0) {
      entry.kind = 'skill'
      entry.load_eligible = true
      entry.action_scope = { tools: ['read_file'], paths: ['docs/**'] }
    } else if (habits.ungrantedSkill && i === 0) {
      entry.kind = 'skill'
      fact.isReadable = false
    } else if (habits.article && i === 0) entry.kind = 'article'
    if (habits.superseded && i === 1 && units[0]) {
      units[0].temporal = { valid_from: '2025-01-01', superseded_by: entry.id }
      facts[0].isReadable = false
      entry.temporal = { valid_from: '2025-06-01' }
    }
    if (habits.restricted && i > 0 && chance(0.5)) {
      Object.assign(
        entry,
        pick([
          { access: 'restricted' },
          { access: 'Restricted' },
          { sensitivity: 'restricted' },
          { temporal: { valid_until: '2020-01-01' } },
          { access: 'authenticated' },
        ]),
      )
      fact.isReadable = false
      fact.isRefused = true
    }
  }

  const versionField = chance(project(17)) ? undefined : chance(13 / 59) ? pick(['0.14', '0.2-SNAPSHOT']) : '1.0.0'
  const root = {
    kcp_version: version,
    ...(isLoose ? { id: name, name: capital(name) } : { project: name }),
    version: versionField,
    ...(chance(project(32)) ? { indexing: 'private' } : {}),
    ...(chance(project(68))
      ? {
          signing: {
            scheme: 'ed25519',
            scope: 'file',
            public_key: 'MCowBQYDK2VwAyEA',
            signature: 'knowledge.yaml.sig',
          },
        }
      : {}),
    ...(chance(project(58))
      ? { serving: { manifest: [`https://raw.example.com/${name}/main/knowledge.yaml`], mcp: [] } }
      : {}),
    ...(chance(project(38)) ? { temporal: { valid_from: '2026-01-01' } } : {}),
    ...(chance(project(38)) ? { not_for: [] } : {}),
    ...(chance(project(2)) ? { payment: { methods: [{ type: 'free' }] } } : {}),
    ...(chance(project(2))
      ? { manifests: [{ id: 'org', url: 'https://example.com/knowledge.yaml', relationship: 'org-context' }] }
      : {}),
    ...(chance(example(8)) ? { manifests: [{ id: 'part', url: './part/knowledge.yaml', relationship: 'child' }] } : {}),
    units,
    ...(chance(project(1)) && units.length > 1
      ? { relationships: [{ from: [units[0].id], to: [units[1].id], type: 'uses' }] }
      : {}),
  }
  const isBroken = chance(4 / 80)
  const yaml = yamlOf(root)
  files['knowledge.yaml'] = isBroken ? yaml.replace('units:\n', 'units:\n      stars: 3\n') : yaml
  files['README.md'] ??= `# ${capital(name)}\n\nA service.\n`
  if (isBroken) for (const fact of facts) fact.isReadable = false
  return { name, seed, files, facts, habits }
}

/** A file with this name that belongs to another program. */
const foreignFile = (name) => ({
  name,
  files: {
    'knowledge.yaml': 'sources:\n  - name: notes\n    url: https://example.com\nmodel: small\n',
    'README.md': `# ${name}\n`,
  },
  facts: [],
  habits: {},
})

export function writeRepository(root, { name, files }) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return join(root, name)
}

function yamlOf(value, indent = 0) {
  const pad = ' '.repeat(indent)
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => {
      if (key === 'units')
        return `${pad}units:\n${field.map((entry) => `${pad}  - ${yamlOf(entry, indent + 4).trimStart()}`).join('')}`
      if (field.rawDate) return `${pad}${key}: ${field.rawDate}\n`
      return `${pad}${key}: ${JSON.stringify(field)}\n`
    })
    .join('')
}

const capital = (text) => text[0].toUpperCase() + text.slice(1)

function weighted(rows, random) {
  let at = random() * rows.reduce((sum, [, weight]) => sum + weight, 0)
  return rows.find(([, weight]) => (at -= weight) < 0)?.[0]
}

/** mulberry32: the same seed generates the same repository everywhere. */
function generator(seed) {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
