import { describe, expect, test } from 'vitest'
import { formatOf } from '../../../src/formats/format-of.ts'
import { readStructure } from '../../../src/formats/read-structure.ts'
import { headingsOver, titlesOf, unitsOf } from '../../support/structure-of.ts'

describe('HTML', () => {
  const text = `<html><head><title>T</title><style>p{}</style></head><body><nav><a href="/">Home</a></nav>
<h1 id="a">The <em>harbor</em> &amp; more <a href="#a">¶</a></h1>
<p>Ships come at <b>noon</b>. They leave
at night &mdash; always.</p><script>var hidden = 1</script>
<ul><li>one item</li><li><code>two</code> items</li></ul>
<pre>make all</pre>
<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>12</td></tr></table></body></html>`

  test('text blocks, items, rows and code; scripts, styles and navigation are dropped', () => {
    expect(titlesOf(text, 'html').at(-1)).toBe('1 The harbor & more')
    expect(unitsOf(text, 'html')).toEqual([
      'sentence: Ships come at <b>noon</b>.',
      'sentence: They leave\nat night &mdash; always.',
      'item: one item',
      'item: <code>two</code> items',
      'code: make all',
      'head: Plan</th><th>Price',
      'row: Basic</td><td>12',
    ])
  })

  test('an element that never closes hides nothing', () => {
    expect(unitsOf('<nav><p>The text of the page.</p>', 'html')).toEqual(['sentence: The text of the page.'])
  })
})

describe('plain text', () => {
  test('underlined lines and lines in capitals that stand alone are headings, others are not', () => {
    const text =
      'Terms of Use\n============\n\nThe text of the terms.\n\n2. LIMITATION OF LIABILITY\n\nWe are not liable for anything.\n\nNOTE THIS: it is text.\n\n2.1 A numbered line\n'
    expect(titlesOf(text, 'text')).toEqual(['1 Terms of Use', '1 2. LIMITATION OF LIABILITY'])
  })

  test('one that is written in a markup is read as that', () => {
    expect(titlesOf('Title\n~~~~~\n\n.. note:: A remark here.\n', 'text')).toEqual(['1 Title'])
    expect(titlesOf('# One\n\ntext\n\n## Two\n', 'text')).toEqual(['1 One', '2 Two'])
  })
})

describe('source code', () => {
  test.each([
    [
      'TypeScript',
      "import a from 'b'\n\n/** Runs it. */\nexport async function run(a: string) {\n  return a\n}\n\nexport class Pump {\n  /** Starts. */\n  start(now: boolean): void {\n    if (now) {\n      go()\n    }\n  }\n}\n",
      ['0 ', '1 run', '1 Pump', '2 start'],
    ],
    [
      'Python',
      '"""Docs."""\nimport os\n\n@decorated\ndef run(a):\n    return a\n\nclass Pump(Base):\n    def start(self):\n        pass\n',
      ['0 ', '1 run', '1 Pump', '2 start'],
    ],
    [
      'Go',
      'package a\n\n// Run runs.\nfunc Run() {\n}\n\nfunc (p *Pump) Start() error {\n}\n',
      ['0 ', '1 Run', '1 Start'],
    ],
    [
      'Java',
      'package a;\n\npublic final class Pump {\n\n    private int speed;\n\n    public void start(int speed) {\n    }\n}\n',
      ['0 ', '1 Pump', '2 start'],
    ],
    [
      'Rust',
      'use a;\n\npub struct Pump {\n    a: u8,\n}\n\nimpl Pump {\n    pub fn start(&self) {\n    }\n}\n',
      ['0 ', '1 Pump', '1 Pump', '2 start'],
    ],
    ['SQL', 'CREATE TABLE refunds (\n  id int\n);\n', ['1 refunds']],
  ])('%s has a section per declaration', (_, text, titles) => {
    expect(titlesOf(text, 'code')).toEqual(titles)
  })

  test('a declaration is quoted with the comment above it', () => {
    expect(
      unitsOf('const a = 1\n\n// Adds one.\n// And no more.\nfunction add(b) {\n  return a + b\n}\n', 'code'),
    ).toEqual(['code: const a = 1', 'code: // Adds one.\n// And no more.\nfunction add(b) {\n  return a + b\n}'])
  })
})

describe('JSON and YAML', () => {
  test('sections by key, small members together, long texts by sentences', () => {
    const text = `{"name": "kiosk", "size": 2, "limits": {"rate": 10, "burst": 20}, "about": {"text": "${'The kiosk sells tickets to everyone. '.repeat(20)}"}}`
    expect(titlesOf(text, 'json')).toEqual(['0 ', '1 limits', '1 about'])
    expect(unitsOf(text, 'json').slice(0, 3)).toEqual([
      'item: "name": "kiosk", "size": 2',
      'item: "limits": {"rate": 10, "burst": 20}',
      'sentence: "text": "The kiosk sells tickets to everyone.',
    ])
  })

  test('YAML keys with the comment above them, and no document marks', () => {
    const text =
      '---\n# How often one may ask.\nrate:\n  per_minute: 10\n  burst: 20\nplans:\n- name: basic\n  price: 12\n- name: pro\n  price: 20\n'
    expect(titlesOf(text, 'yaml').filter((title) => !title.startsWith('0'))).toEqual(['1 rate', '1 plans'])
    expect(unitsOf(text, 'yaml')).toEqual([
      'item: # How often one may ask.\nrate:\n  per_minute: 10\n  burst: 20',
      'item: plans:\n- name: basic\n  price: 12\n- name: pro\n  price: 20',
    ])
  })
})

describe('OpenAPI and JSON Schema', () => {
  const operation = {
    post: {
      operationId: 'createRefund',
      summary: 'Refunds a payment.',
      description: 'A refund takes five days. '.repeat(20),
      responses: { 200: { description: 'The refund.' } },
    },
  }
  const schema = {
    type: 'object',
    description: 'Money that goes back. '.repeat(20),
    properties: { amount: { type: 'integer', description: 'In cents.' }, reason: { type: 'string' } },
  }
  const api = {
    openapi: '3.1.0',
    info: { title: 'Payments' },
    paths: { '/refunds': operation },
    components: { schemas: { Refund: schema } },
  }

  test('a section per operation and per schema, in JSON', () => {
    const text = JSON.stringify(api, null, 2)
    expect(titlesOf(text, 'openapi')).toEqual(['0 ', '1 info', '1 POST /refunds createRefund', '1 Refund'])
    expect(headingsOver(text, 'openapi', 'In cents')).toEqual(['Refund'])
    expect(unitsOf(text, 'openapi').some((unit) => unit.startsWith('item: "amount": {'))).toBe(true)
  })

  test('and in YAML, declared or not', () => {
    const text =
      'openapi: 3.1.0\ninfo:\n  title: Payments\npaths:\n  /refunds:\n    get:\n      operationId: listRefunds\n      summary: Lists the refunds.\n'
    for (const format of ['openapi', 'yaml'] as const)
      expect(titlesOf(text, format)).toEqual(['0 ', '1 info', '1 GET /refunds listRefunds'])
  })
})

describe('CSV', () => {
  test('the first record is the head; quotes may hold line breaks', () => {
    const text = 'plan,price,remark\nbasic,12,"two\nlines"\n2024,5,9\n'
    expect(unitsOf(text, 'csv')).toEqual(['head: plan,price,remark', 'row: basic,12,"two\nlines"', 'row: 2024,5,9'])
    expect(readStructure(text, 'csv').units.map(({ head }) => head)).toEqual([undefined, 0, 0])
  })

  test('a first record with a number is a row', () => {
    expect(unitsOf('a,1\nb,2\n', 'csv')).toEqual(['row: a,1', 'row: b,2'])
  })
})

test('a notebook is read as Markdown and code, and quoted as it is written', () => {
  const text = JSON.stringify(
    {
      cells: [
        {
          cell_type: 'markdown',
          source: ['# The *title*\n', '\n', 'A "quoted" sentence\n', 'on two lines.\n', '- one item'],
        },
        { cell_type: 'code', outputs: [{ text: ['hidden'] }], source: 'print(1)\nprint(2)' },
      ],
    },
    null,
    1,
  )
  expect(titlesOf(text, 'notebook').filter((title) => !title.startsWith('0'))).toEqual(['1 The title'])
  expect(unitsOf(text, 'notebook')).toEqual([
    'sentence: A \\"quoted\\" sentence\\n",\n    "on two lines.',
    'item: - one item',
    'code: print(1)\\nprint(2)',
  ])
})

test('captions run over cues; times and notes are left out', () => {
  const text =
    'WEBVTT\n\nNOTE\na remark nobody hears\n\n1\n00:00:01.000 --> 00:00:03.000\nThe harbor opens\n\n2\n00:00:03.000 --> 00:00:05.000\nat nine. It closes again at five.\n\n00:01:00.000 --> 00:01:02.000\nSomething else now.\n'
  expect(unitsOf(text, 'vtt')).toEqual([
    'sentence: The harbor opens\n\n2\n00:00:03.000 --> 00:00:05.000\nat nine.',
    'sentence: It closes again at five.',
    'sentence: Something else now.',
  ])
})

test.each([
  ['docs/a.md', undefined, 'markdown'],
  ['a.MDX', undefined, 'mdx'],
  ['a.rst', undefined, 'rst'],
  ['a.adoc', undefined, 'asciidoc'],
  ['a.ipynb', undefined, 'notebook'],
  ['a.srt', undefined, 'vtt'],
  ['openapi.yaml', undefined, 'openapi'],
  ['refund.schema.json', undefined, 'openapi'],
  ['LICENSE', undefined, 'text'],
  ['Dockerfile', undefined, 'code'],
  ['llms.txt', undefined, 'markdown'],
  ['a.png', undefined, undefined],
  ['a.pdf', undefined, 'pdf'],
  ['a.png', undefined, undefined],
  ['a.unknown', undefined, 'text'],
  ['a.md', 'pdf', 'pdf'],
  ['a', 'jupyter', 'notebook'],
  ['a.json', 'json-schema', 'openapi'],
  ['a.mdx', 'markdown', 'mdx'],
  ['a.json', 'text/plain', 'text'],
  ['a.py', 'text/x-python', 'code'],
  ['a.md', 'image/png', undefined],
  ['a.yaml', 'application/vnd.oai.openapi+json;version=3.0', 'openapi'],
  ['a.md', 'nonsense', 'markdown'],
] as const)('the format of %s declared as %s is %s', (path, declared, format) => {
  expect(formatOf(path, declared)).toBe(format)
})
