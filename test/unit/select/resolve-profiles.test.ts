import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contextRecord } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packTree, packWorld, pathsOf } from '../../support/read-packs.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const topics = [
  'anchoring',
  'battery',
  'cabinet',
  'display',
  'ethernet',
  'firmware',
  'gateway',
  'heater',
  'ingress',
  'keypad',
  'lighting',
  'mounting',
]
const splits = Object.fromEntries(
  topics.map((topic, i) => [
    `compiled/splits/brief/${i}-${topic}.md`,
    `# ${topic}\n\nThe ${topic} of the kiosk is described by figure ${i + 100}.\n`,
  ]),
)
const documentFirst = { profile: 'document-first', metadata: { primaryDocument: 'documents/brief.md' } }
const brief = `# Brief\n\n${topics.map((topic, i) => `## ${topic}\n\nThe ${topic} of the kiosk is described by figure ${i + 100}.\n`).join('\n')}`

describe('document-first', () => {
  test('AK-147, AK-148: of twelve splits the one that is asked for is selected', async () => {
    const { read } = await packWorld({
      kiosk: { fields: documentFirst, files: { ...splits, 'documents/brief.md': brief } },
    })
    const result = await read('Which figure describes the lighting of the kiosk?')
    expect(pathsOf(result)).toEqual(['compiled/splits/brief/10-lighting.md'])
    expect(result.excerpts[0]).toMatchObject({ reason: 'split-match' })
  })

  test('AK-149: without splits it is the section of the primary document, and no other', async () => {
    const { read } = await packWorld({ kiosk: { fields: documentFirst, files: { 'documents/brief.md': brief } } })
    const result = await read('Which figure describes the lighting of the kiosk?')
    expect(result.excerpts.map(({ path, headings, reason }) => [path, headings, reason])).toEqual([
      ['documents/brief.md', ['Brief', 'lighting'], 'primary-document'],
    ])
    expect(result.fenced).not.toContain('keypad')
  })

  test('AK-150: without either, the guide speaks and the gap is named', async () => {
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'document-first' },
        body: '# Kiosk\n\nThe lighting of the kiosk is described elsewhere.\n',
      },
    })
    const result = await read('Which text describes the lighting of the kiosk?')
    expect(pathsOf(result)).toEqual(['KNOWLEDGE.md'])
    expect(result.missing.join(' ')).toContain('pack:kiosk has no compiled view, document or wiki page')
    expect(result.warnings.map(({ name }) => name)).toContain('guide-only')
  })
})

describe('wiki-first', () => {
  const files = {
    'compiled/facts.md':
      '# Facts\n\n- The battery of the kiosk lasts nine hours.\n- The screen of the kiosk has 21 inches.\n',
    'wiki/index.md': '# Index\n\nPages on the battery and the screen.\n',
    'wiki/concepts/battery.md':
      '# Battery\n\nThe battery of the kiosk lasts nine hours. Frost shortens the battery to six hours.\n',
    'sources/sheet.md': '# Sheet\n\nBattery of the kiosk: nine hours, frost six hours.\n',
  }

  test('AK-151: what compiled answers is taken from there, and no page of the wiki', async () => {
    const { read } = await packWorld({ kiosk: { fields: { profile: 'wiki-first' }, files } })
    expect(pathsOf(await read('battery hours of the kiosk'))).toEqual(['compiled/facts.md'])
  })

  test('AK-152: a detail that only the wiki has is found there', async () => {
    const { read } = await packWorld({ kiosk: { fields: { profile: 'wiki-first' }, files } })
    expect(pathsOf(await read('How does frost shorten the battery of the kiosk?'))).toContain(
      'wiki/concepts/battery.md',
    )
  })

  const sheet = (status: string): string =>
    JSON.stringify({
      claims: [
        {
          claim_id: 'hours',
          text: 'The battery of the kiosk lasts nine hours.',
          status,
          source: { path: 'sources/sheet.md', anchor: 'L3' },
          compiled_into: ['compiled/facts.md'],
        },
      ],
    })
  const asked = 'How many hours does the battery of the kiosk last?'

  test.each([
    ['a claim behind it is stale', {}, { 'indexes/source-map.json': sheet('stale') }, true],
    ['the claim behind it is confirmed', {}, { 'indexes/source-map.json': sheet('confirmed') }, false],
    ['the pack says that it is stale', { status: 'stale' }, {}, true],
    [
      'its newest compile run ended as stale',
      {},
      {
        'runs/compile-2026-03-02T09-30-00Z.json': JSON.stringify({
          run_id: 'x',
          trigger: 'manual',
          status: 'stale',
          inputs: [],
          outputs: [],
        }),
      },
      true,
    ],
  ])('AK-152: compiled answers, but %s', async (_, fields, more, escalates) => {
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'wiki-first', ...fields },
        files: {
          ...files,
          'wiki/concepts/battery.md': '# Battery\n\nSince May the battery of the kiosk lasts eleven hours.\n',
          ...more,
        },
      },
    })
    expect(pathsOf(await read(asked))).toEqual(
      escalates ? expect.arrayContaining(['compiled/facts.md', 'wiki/concepts/battery.md']) : ['compiled/facts.md'],
    )
  })

  test('AK-152, AK-362: compiled would answer, but its claim is disputed and withheld', async () => {
    const page = '# Battery\n\nSince May the battery of the kiosk lasts eleven hours.\n'
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'wiki-first' },
        files: { ...files, 'wiki/concepts/battery.md': page, 'indexes/source-map.json': sheet('disputed') },
      },
    })
    const result = await read(asked)
    expect(pathsOf(result)[0]).toBe('wiki/concepts/battery.md')
    expect(result.fenced).not.toContain('nine hours')
  })

  test.each([
    [
      'says in one place what compiled says in two',
      'Tern kiosks at Askerholm run on a Voltra battery, so their supplier is Voltra of Bergen.',
      true,
    ],
    ['says less than compiled', 'Askerholm has a kiosk.', false],
  ])('AK-152: where a task needs several steps, a page that %s', async (_, page, taken) => {
    const split = {
      'compiled/sites.md': '# Sites\n\nThe kiosk at Askerholm is a Tern.\n',
      'compiled/parts.md': '# Parts\n\nThe supplier of the battery of the Tern is Voltra.\n',
    }
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'wiki-first' },
        files: { ...split, 'wiki/askerholm.md': `# Askerholm\n\n${page}\n` },
      },
    })
    const paths = pathsOf(await read('Which supplier makes the battery of the kiosk at Askerholm?'))
    expect(paths).toEqual(
      expect.arrayContaining(taken ? ['compiled/parts.md'] : ['compiled/sites.md', 'compiled/parts.md']),
    )
    expect(paths.includes('wiki/askerholm.md')).toBe(taken)
  })

  test('AK-146: the guide is opened first, then compiled, then the wiki; sources only with evidence', async () => {
    const world = await packWorld({ kiosk: { fields: { profile: 'wiki-first' }, files } })
    await world.read('How does frost shorten the battery of the kiosk?')
    expect(world.opened()).toEqual([
      'kiosk/KNOWLEDGE.md',
      'kiosk/compiled/facts.md',
      'kiosk/wiki/concepts/battery.md',
      'kiosk/wiki/index.md',
    ])
    expect(world.opened().join(' ')).not.toContain('sources/')
  })

  test('C-07: a pack that has only documents falls back to their sections', async () => {
    const { read } = await packWorld({
      kiosk: { fields: { profile: undefined }, files: { 'documents/brief.md': brief } },
    })
    expect(pathsOf(await read('Which figure describes the lighting of the kiosk?'))).toEqual(['documents/brief.md'])
  })
})

describe('hybrid', () => {
  const pages = Object.fromEntries(
    topics.map((topic) => [
      `wiki/${topic}.md`,
      `# ${topic}\n\nThe ${topic} was changed in spring.\n\n${`Filler about quays, ropes and ${topic} weather. `.repeat(9_000)}\n`,
    ]),
  )
  const files = { ...pages, 'documents/brief.md': brief }

  test.each([
    [
      'the primary document leads',
      { profile: 'hybrid', metadata: { primaryDocument: 'documents/brief.md' } },
      'primary-document',
    ],
    ['without one, documents and wiki are ranked together', { profile: 'hybrid' }, 'client-policy'],
  ])('AK-153: %s, and the reason says so', async (_, fields, reason) => {
    const { read } = await packWorld({
      kiosk: { fields, files: { 'documents/brief.md': brief, 'wiki/log-of-trials.md': '# Trials\n\nNothing yet.\n' } },
    })
    const result = await read('Which figure describes the lighting of the kiosk?')
    expect(result.excerpts.map((excerpt) => [excerpt.path, excerpt.reason])).toEqual([['documents/brief.md', reason]])
  })

  test('AK-154: never the whole pack: under 2 % of its bytes', async () => {
    const { read } = await packWorld({ kiosk: { fields: { profile: 'hybrid' }, files } })
    const bytes = Object.values(files).join('').length
    const { excerpts } = await read('Which figure describes the lighting of the kiosk?')
    expect(bytes).toBeGreaterThan(5_000_000)
    expect(excerpts.length).toBeGreaterThan(0)
    expect(excerpts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(bytes * 0.02)
  })
})

test('AK-168: of a file of 200 kB only the matching section is given, with the place it stands at', async () => {
  const rooms = Array.from(
    { length: 1_000 },
    (_, i) =>
      `## Room ${i}\n\nLocker ${i} of the depot holds part number P${i * 7}. ${'It is checked every week by the shift lead. '.repeat(4)}\n`,
  )
  const facts = `# Depot\n\n${rooms.join('\n')}`
  const { read } = await packWorld({
    depot: { fields: { profile: 'wiki-first' }, files: { 'compiled/facts.md': facts } },
  })
  const { excerpts, tokens } = await read('Which part number does locker 731 hold?')
  expect(facts.length).toBeGreaterThan(200_000)
  expect(excerpts.map(({ headings }) => headings)).toEqual([['Depot', 'Room 731']])
  for (const { range, text } of excerpts) expect(facts.slice(range.start, range.end)).toBe(text)
  expect(tokens).toBeLessThan(600)
})

test('AK-155: a policy question takes the policy and leaves the history', async () => {
  const { read } = await packWorld({
    kiosk: {
      fields: documentFirst,
      files: {
        'compiled/splits/brief/facts.md': '# Facts\n\nThe kiosk weighs 74 kg.\n',
        'compiled/splits/brief/history.md': '# History\n\nThe first kiosk stood at Askerholm in 2019.\n',
        'compiled/splits/brief/policy.md':
          '# Refund policy\n\nThe refund policy allows returns of tickets within 14 days.\n',
      },
    },
  })
  expect(pathsOf(await read('What does the refund policy allow for tickets?'))).toEqual([
    'compiled/splits/brief/policy.md',
  ])
})

test('AK-159: by name or by folder, the answer is the same', async () => {
  const files = { kiosk: { fields: documentFirst, files: splits } }
  const [a, b] = [await packWorld(files), await packWorld(files)]
  const task = 'Which figure describes the lighting of the kiosk?'
  const byName = await a.read({ task, packs: ['kiosk'] })
  const byFolder = await b.read({ task, packs: ['/w/.agents/knowledge/kiosk'] })
  expect(byName.fenced).toBe(byFolder.fenced)
})

test('AK-159: paths are those of the pack, whichever folder the command is run in', async () => {
  const cwd = tempFolder(
    Object.fromEntries(
      Object.entries(
        packTree({ kiosk: { fields: documentFirst, files: { ...splits, 'documents/brief.md': brief } } }),
      ).map(([path, text]) => [path.slice('/w/'.length), String(text)]),
    ),
  )
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  await main(['trust', '.'], fakeTerminal({ cwd, env, interactive: true, answers: [true] }))
  const pack = join(cwd, '.agents/knowledge/kiosk')
  const outputs = []
  for (const from of [pack, dirname(pack), cwd, tempFolder()]) {
    const terminal = fakeTerminal({ cwd: from, env })
    const code = await main(
      ['resolve-context', relative(from, pack) || '.', '--query', 'Which figure describes the lighting of the kiosk?'],
      terminal,
    )
    const { selected_files: files, fenced } = JSON.parse(terminal.stdout) as {
      readonly selected_files: readonly string[]
      readonly fenced: string
    }
    outputs.push({ code, files, fenced })
  }
  expect(outputs[0]).toMatchObject({
    code: 0,
    files: ['compiled/splits/brief/10-lighting.md'],
    fenced: expect.stringContaining('figure 110'),
  })
  for (const output of outputs) expect(output).toEqual(outputs[0])
})

test('AK-166: two runs give the same bytes, and a warm one too', async () => {
  const files = { kiosk: { fields: documentFirst, files: { ...splits, 'documents/brief.md': brief } } }
  const task = 'Which figures describe the lighting and the heater of the kiosk?'
  const [a, b] = [await packWorld(files), await packWorld(files)]
  const [first, again, other] = [await a.read(task), await a.read(task), await b.read(task)]
  const { receipt: _a, ...one } = first
  const { receipt: _b, ...two } = again
  const { receipt: _c, ...three } = other
  expect(two).toEqual(one)
  expect(three).toEqual(one)
})

test('AK-163, AK-145: every excerpt has a score, a reason code and a reason, and the values used are named', async () => {
  const { read } = await packWorld({
    kiosk: { fields: { ...documentFirst, trust: 'official', grounding: 'recommended' }, files: splits },
  })
  const { excerpts, inputs } = await read({ task: 'Which figure describes the lighting of the kiosk?', budget: 700 })
  for (const excerpt of excerpts)
    expect(excerpt).toMatchObject({
      score: expect.any(Number),
      reason: 'split-match',
      why: expect.stringMatching(/^It matches .*lighting/),
    })
  expect(inputs).toEqual({
    task: 'Which figure describes the lighting of the kiosk?',
    budget: 700,
    packs: [
      {
        ref: 'pack:kiosk',
        name: 'kiosk',
        status: 'ready',
        trust: 'user-confirmed',
        profile: 'document-first',
        mode: 'data',
        grounding: 'recommended',
      },
    ],
  })
})

test('AK-162: where nothing matches, what is missing is said, with a recommendation', async () => {
  const { read } = await packWorld({ kiosk: { fields: documentFirst, files: splits } })
  const result = await read('Who won the chess tournament?')
  expect(result).toMatchObject({
    fenced: '',
    excerpts: [],
    missing: ['No granted text contains: won, chess, tournament.'],
    recommendation: expect.stringContaining('unknown'),
  })
})

const chinese = [
  ['保修', '屏幕和打印机的保修期为二十四个月。', '屏幕的保修期是多久？'],
  ['电池', '停电时内置电池可以继续供电二十五分钟。', '停电时电池可以供电多久？'],
  ['加热器', '机柜内的加热器在三摄氏度以下自动启动。', '加热器在几度以下启动？'],
  ['网络', '网关中断二十秒后由备用网络接管连接。', '网关中断后多久接管连接？'],
  ['纸张', '热敏纸卷的宽度是八十毫米，必须经过认证。', '纸卷的宽度是多少毫米？'],
  ['读卡器', '读卡器支持非接触式支付和芯片卡。', '读卡器支持哪些支付？'],
  ['重量', '整机重量为七十四千克，不包括底座。', '整机重量是多少千克？'],
  ['清洁', '每个月用软布清洁一次显示屏，不要使用溶剂。', '多久清洁一次显示屏？'],
  ['退款', '超过五十欧元的退款由值班主管决定。', '谁决定五十欧元以上的退款？'],
  ['门封', '缺少门封会让盐水进入机柜。', '缺少门封会怎么样？'],
  ['软件', '软件更新在凌晨三点进行，需要四分钟。', '软件更新什么时候进行？'],
  ['无障碍', '最低的操作键高度为八百七十毫米。', '最低的操作键高度是多少？'],
] as const

test('AK-167: of twelve Chinese splits and questions the right split comes first in at least eleven', async () => {
  const files = Object.fromEntries(
    chinese.map(([title, text], i) => [`compiled/splits/brief/${i}.md`, `# ${title}\n\n${text}\n`]),
  )
  const { read } = await packWorld({ kiosk: { fields: { ...documentFirst, language: 'zh-CN' }, files } })
  let right = 0
  for (const [i, [, , question]] of chinese.entries())
    right += Number((await read(question)).excerpts[0]?.path === `compiled/splits/brief/${i}.md`)
  expect(right).toBeGreaterThanOrEqual(11)
})

describe('the layers of a pack', () => {
  const facts = '# Facts\n\n- The battery of the kiosk lasts nine hours.\n'

  test('AK-004: a document of 1 MB is never shown whole', async () => {
    const long = `# Brief\n\n${topics.map((topic) => `## ${topic}\n\n${`The ${topic} of the kiosk was looked at again. `.repeat(2_200)}\n`).join('\n')}`
    const { read } = await packWorld({
      kiosk: { fields: documentFirst, files: { ...splits, 'documents/brief.md': long } },
    })
    const { tokens } = await read('Was the lighting of the kiosk looked at again?')
    expect(long.length).toBeGreaterThan(1_000_000)
    expect(tokens).toBeLessThanOrEqual(2000)
  })

  test('AK-008: of 200 wiki pages only those that match', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [
        `wiki/berth-${i}.md`,
        `# Berth ${i}\n\nBerth ${i} is ${i + 10} metres long and belongs to line ${'abcdefg'[i % 7]}.\n`,
      ]),
    )
    const { read } = await packWorld({ harbor: { fields: { profile: 'wiki-first' }, files: pages } })
    const paths = pathsOf(await read('How many metres long is berth 137?'))
    expect(paths[0]).toBe('wiki/berth-137.md')
    // Berth 127 is 137 metres long.
    expect(paths.filter((path) => !/berth-1[23]7/.test(path))).toEqual([])
  })

  test('AK-010: an open question is missing, and never a fact', async () => {
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'wiki-first' },
        files: {
          'compiled/facts.md': facts,
          'wiki/open-questions/price.md': '# Price\n\nWhat will the price of the battery be after the PELICAN talks?\n',
        },
      },
    })
    const result = await read('What is the price of the battery of the kiosk?')
    expect(result.missing).toContain('pack:kiosk lists an open question on this: wiki/open-questions/price.md.')
    expect(JSON.stringify(result)).not.toContain('PELICAN')
  })

  test('AK-010: also where nothing else answers', async () => {
    const { read } = await packWorld({
      kiosk: {
        files: {
          'compiled/facts.md': facts,
          'documents/open-questions.md': '# Open\n\nWhich discount do ferry lines get?\n',
        },
      },
    })
    expect((await read('Which discount do ferry lines get?')).missing).toContain(
      'pack:kiosk lists an open question on this: documents/open-questions.md.',
    )
  })

  test('AK-011: compiled goes before the wiki that says the same', async () => {
    const { read } = await packWorld({
      kiosk: {
        fields: { profile: 'wiki-first' },
        files: {
          'compiled/facts.md': facts,
          'wiki/battery.md': '# Battery\n\nThe battery of the kiosk lasts nine hours in summer.\n',
        },
      },
    })
    expect(pathsOf(await read('battery hours of the kiosk'))[0]).toBe('compiled/facts.md')
  })

  test('AK-014: a split is named as such, with the document it is a section of', async () => {
    const { knowledge } = await packWorld({
      kiosk: { fields: documentFirst, files: { ...splits, 'documents/brief.md': brief } },
    })
    const record = contextRecord(
      knowledge.catalog,
      await knowledge.read({ task: 'Which figure describes the lighting of the kiosk?' }),
    )
    expect(record).toMatchObject({
      activated_packs: [
        { selected_documents: ['documents/brief.md'], selected_splits: ['compiled/splits/brief/10-lighting.md'] },
      ],
    })
  })

  test('AK-016, AK-017: a fact that only an index has is never shown, and without indexes the answer is the same', async () => {
    const map = JSON.stringify({
      claims: [
        {
          claim_id: 'c1',
          text: 'The heater of the kiosk starts below three degrees.',
          status: 'confirmed',
          source: { path: 'sources/sheet.md', anchor: 'L1' },
          compiled_into: ['compiled/facts.md'],
        },
      ],
    })
    const [withIndex, without] = [
      await packWorld({ kiosk: { files: { 'compiled/facts.md': facts, 'indexes/source-map.json': map } } }),
      await packWorld({ kiosk: { files: { 'compiled/facts.md': facts } } }),
    ]
    expect((await withIndex.read('Below how many degrees does the heater of the kiosk start?')).fenced).not.toContain(
      'three degrees',
    )
    expect((await without.read('battery hours of the kiosk')).fenced).toBe(
      (await withIndex.read('battery hours of the kiosk')).fenced,
    )
  })

  test('AK-023: an asset that matches best is not selected', async () => {
    const { read } = await packWorld({
      kiosk: {
        files: {
          'compiled/facts.md': facts,
          'assets/sample.md': '# Battery hours of the kiosk\n\nBattery hours of the kiosk.\n',
        },
      },
    })
    expect(pathsOf(await read('battery hours of the kiosk'))).toEqual(['compiled/facts.md'])
  })
})
