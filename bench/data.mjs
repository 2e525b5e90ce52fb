/** Synthetic documents of a realistic shape. No randomness: the same count gives the same text. */

const areas = [
  'payments',
  'kiosk',
  'warranty',
  'incident',
  'refund',
  'onboarding',
  'harbor',
  'billing',
  'shipping',
  'identity',
]
const topics = [
  'overview',
  'setup-guide',
  'error-codes',
  'escalation',
  'glossary',
  'retention-policy',
  'release-notes',
  'api-reference',
  'checklist',
  'runbook',
]
const audiences = ['[agent]', '[human, agent]', '[developer, operator]', '[architect, agent, human]']
const pick = (list, i) => list[i % list.length]
const words = (id) => id.split('-').join(' ')

export const unitId = (i) => `${pick(areas, i)}-${pick(topics, Math.floor(i / 10))}-${String(i).padStart(5, '0')}`

/** A valid manifest: 10,000 units are about 6 MB. */
export function manifest(count, change = (lines) => lines) {
  const units = []
  for (let i = 0; i < count; i++) units.push(...change(unit(i), i))
  const relationships = []
  for (let i = 1; i < count; i += 20)
    relationships.push(`  - from: ${unitId(i)}`, `    to: ${unitId(i - 1)}`, '    type: enables')
  return [...root(count), 'units:', ...units, 'relationships:', ...relationships, ''].join('\n')
}

function root(count) {
  return [
    'kcp_version: "0.14"',
    'project: Harbor kiosks',
    'version: 4.2.0',
    'updated: "2026-03-10"',
    'language: en',
    'license: CC-BY-4.0',
    'hints:',
    `  unit_count: ${count}`,
    'trust:',
    '  provenance:',
    '    publisher: Harbor Kiosk Company',
    '    publisher_url: https://harbor.example/',
    'freshness_policy:',
    '  max_age_days: 365',
    '  on_stale: warn',
  ]
}

function unit(i) {
  const id = unitId(i)
  const area = pick(areas, i)
  return [
    `  - id: ${id}`,
    `    path: docs/${area}/${id}.md`,
    '    kind: knowledge',
    `    intent: "What does the team need to know about ${words(id)}?"`,
    '    format: markdown',
    '    language: en',
    `    scope: ${pick(['global', 'project', 'module'], i)}`,
    `    audience: ${pick(audiences, i)}`,
    `    validated: "2026-0${1 + (i % 9)}-1${i % 10}"`,
    '    update_frequency: monthly',
    ...(i > 0 ? ['    depends_on:', `      - ${unitId(i - 1)}`] : []),
    `    triggers: [${area}, ${pick(topics, i)}, "${area} ${pick(topics, i + 3)}"]`,
    '    hints:',
    `      token_estimate: ${400 + (i % 700)}`,
    '      load_strategy: lazy',
    '      priority: supplementary',
    `    sensitivity: ${pick(['public', 'internal'], i)}`,
    ...(i % 4 === 0 ? ['    license:', '      spdx: Apache-2.0', '      attribution_required: true'] : []),
    ...(i % 5 === 0
      ? ['    authority:', '      read: initiative', '      modify: requires_approval', '      execute: denied']
      : []),
    ...(i % 7 === 0
      ? ['    discovery:', '      verification_status: verified', '      source: manual', '      confidence: 0.9']
      : []),
  ]
}

const mistakes = [
  (lines) =>
    lines.map((line) =>
      line
        .replace('scope: global', 'scope: globl')
        .replace('scope: project', 'scope: projekt')
        .replace('scope: module', 'scope: modul'),
    ),
  (lines) => lines.map((line) => line.replace(/validated: .*/, 'validated: yesterday')),
  (lines) => lines.map((line) => line.replace(/^( +- )(\S+-\d{5})$/, '$1x$2')),
  (lines) => lines.map((line) => line.replace('update_frequency:', 'update_frequncy:')),
  (lines) => lines.map((line) => line.replace(/token_estimate: .*/, 'token_estimate: many')),
]

/** The same manifest with `findings` mistakes of five kinds, spread evenly. */
export function faultyManifest(count, findings) {
  const step = Math.max(1, Math.floor(count / findings))
  return manifest(count, (lines, i) => (i > 0 && i % step === 0 ? pick(mistakes, i / step)(lines) : lines))
}

export function frontmatter(i) {
  const area = pick(areas, i)
  const name = `${area}-${pick(topics, Math.floor(i / 10))}-${i}`
  return [
    `name: ${name}`,
    `description: What the team knows about ${words(name)}, when to look here, and what it leaves to other packs of the ${area} team.`,
    'type: domain-reference',
    'status: ready',
    'profile: wiki-first',
    'version: 1.4.0',
    'language: en',
    'license: CC-BY-4.0',
    'maintainers:',
    '  - Harbor Operations',
    '  - Kiosk Support',
    `scope: ${area}`,
    'trust: user-confirmed',
    'updated: 2026-03-10',
    'grounding: recommended',
    'runtime:',
    '  mode: data',
    'metadata:',
    '  producedBy:',
    '    kind: manual',
    '    name: handbook',
    '',
  ].join('\n')
}

export const packText = (i) =>
  `---\n${frontmatter(i)}---\n\n# ${unitId(i)}\n\nStart with the overview, then the error codes.\n`
