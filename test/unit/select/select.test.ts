import { describe, expect, test } from 'vitest'
import { Indexes } from '../../../src/select/texts/indexes.ts'
import { askTexts, said, scoreAt, textSource as source, wrapper } from '../../support/select-texts.ts'
import { packWorld, pathsOf } from '../../support/read-packs.ts'

/** Room for one passage of so many tokens. */
const room = (tokens: number): number => tokens + wrapper.entry + wrapper.passage

const facts = `# Facts

## Battery

The battery lasts nine hours. It charges in two hours from an empty state.

## Weight

The terminal weighs 3 kg without its stand.

## Printer

When the printer jams, open the front cover and take the paper out. Then press reset.
`

describe('what is taken', () => {
  test('AK-147: the section that answers is taken and the others are left', async () => {
    const selection = await askTexts([source('compiled/facts.md', facts)], 'How long does the battery last?')
    expect(selection.passages.map(({ headings }) => headings)).toEqual([['Facts', 'Battery']])
    expect(said(selection)).toContain('The battery lasts nine hours.')
    expect(selection.passages[0]?.matched).toEqual(['battery', 'last'])
    expect(selection.outcome).toBe('answered')
  })

  test.each([
    ['code', '```js\nconst custom = new Chalk({ level: 0 })\n```', 'custom = new Chalk'],
    ['a list', '- first call `reset`\n- then set `depth`', 'then set `depth`'],
  ])('a line that ends with a colon is taken with what it announces: %s', async (_, announced, expected) => {
    const filler = 'The palette holds sixteen entries, and terminals differ in how they draw them. '.repeat(12)
    const best = 'A shared theme must never switch colors off for its callers.'
    const text = `# Chalk\n\n## Themes\n\n${best} ${filler}\n\n## Level\n\nTo switch colors off, create an instance:\n\n${announced}\n\n${filler}\n`
    const task = 'May a shared theme switch colors off for its callers?'
    expect(said(await askTexts([source('a.md', text)], task, { share: 0.28 }))).toContain(expected)
  })

  test('what a line announces is left where it does not fit', async () => {
    const code = `\`\`\`js\n${'await oneMoreStep(counter, limit)\n'.repeat(200)}\`\`\``
    const text = `# Chalk\n\nIn a reusable module, create a new instance:\n\n${code}\n`
    const given = said(await askTexts([source('a.md', text)], 'reusable module instance', { budget: room(40) }))
    expect(given).toContain('create a new instance:')
    expect(given).not.toContain('oneMoreStep')
  })

  test('a table is completed with all its rows or with none', async () => {
    const text = 'kiosk.\n    code\n|---|---|\nkiosk.\nthe.'
    const quoted = async (budget: number): Promise<string> =>
      said(await askTexts([source('a.md', text)], 'kiosk', { budget, share: 0 }))
    for (let budget = 0; budget <= 200; budget++) expect(await quoted(budget)).not.toContain('[…]\nthe.')
    expect(await quoted(200)).toContain('kiosk.\nthe.')
  })

  test('a section is found by its heading where its text does not repeat it', async () => {
    expect(
      said(
        await askTexts(
          [
            source(
              'a.md',
              '# Kiosk\n\n## Opening hours\n\nMonday to Friday from nine to five.\n\n## Address\n\nPier 4, next to the ferry.\n',
            ),
          ],
          'opening hours',
        ),
      ),
    ).toBe('Monday to Friday from nine to five.')
  })

  test('a name that every sentence repeats does not hide the sentence that answers', async () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) => `The Harbor Kiosk of pier ${i} stands beside the Harbor Kiosk office.`,
    )
    const text = `${[...lines.slice(0, 20), 'Its critics name one flaw: the screen is dim in sunlight.', ...lines.slice(20)].join(' ')}\n`
    expect(
      said(
        await askTexts([source('documents/long.md', text)], 'What flaw do critics of the Harbor Kiosk name?', {
          budget: room(60),
        }),
      ),
    ).toContain('the screen is dim')
  })

  test('AK-168: of a file of 200 kB only the matching section is quoted', async () => {
    const text = Array.from(
      { length: 1500 },
      (_, i) =>
        `## Part ${i}\n\nPart ${i} is held by bolt M${i} and checked every ${(i % 9) + 3} days by the night crew of the yard.\n`,
    ).join('\n')
    expect(text.length).toBeGreaterThan(150_000)
    const selection = await askTexts([source('compiled/facts.md', text)], 'Which bolt holds part 977?')
    expect(selection.passages[0]?.headings).toEqual(['Part 977'])
    expect(selection.tokens).toBeLessThanOrEqual(600)
  })

  test('AK-154: of a pack with 5,000 sections, the one that is asked for, in at most 600 tokens', async () => {
    const subjects = ['pump', 'valve', 'crane', 'winch', 'hoist', 'boiler', 'gantry', 'bollard', 'ballast', 'anchor']
    const sections = Array.from(
      { length: 5000 },
      (_, i) =>
        `## ${subjects[i % 10]} ${i}\n\nThe ${subjects[i % 10]} numbered ${i} runs at ${100 + (i % 77)} bar. It was serviced by crew ${i % 31}.\n`,
    )
    sections[3210] =
      '## Spare propeller\n\nThe spare propeller hangs in shed nine. Only the harbor master has the key to that shed.\n'
    const selection = await askTexts(
      [source('documents/yard.md', sections.join('\n'))],
      'Where is the spare propeller and who has the key?',
    )
    expect(selection.passages[0]?.text).toBe(
      'The spare propeller hangs in shed nine. Only the harbor master has the key to that shed.',
    )
    expect(selection.tokens).toBeLessThanOrEqual(600)
  })

  test('each text is told of once, when it is indexed', async () => {
    const { read } = await packWorld({
      kiosk: { files: { 'compiled/facts.md': facts, 'documents/other.md': '# Other\n\nThe stand is blue.\n' } },
    })
    const told: string[] = []
    await read({ task: 'stand', onIndexed: () => void told.push('first') })
    await read({ task: 'stand', onIndexed: () => void told.push('second') })
    expect(told).toEqual(['first', 'first'])
  })

  test('AK-164: a boundary goes with the facts it bounds', async () => {
    const prices = '# Facts\n\nThe price of the Harbor Kiosk is 4,900 euro. The price of the stand is 300 euro.\n'
    const boundaries =
      '# Boundaries\n\n- Never name a price outside the European Union.\n- Do not promise delivery dates.\n'
    const { read } = await packWorld({
      kiosk: { files: { 'compiled/facts.md': prices, 'compiled/boundaries.md': boundaries } },
    })
    const result = await read('What is the price of the Harbor Kiosk?')
    expect(pathsOf(result).toSorted()).toEqual(['compiled/boundaries.md', 'compiled/facts.md'])
    expect(result.fenced).toContain('Never name a price')
    expect(result.fenced).not.toContain('delivery dates')
  })

  test('a section and the split that was made from it are quoted once', async () => {
    const body = 'The warranty of the kiosk runs for twenty-four months from the day of delivery.'
    const others = source('documents/other.md', facts)
    const selection = await askTexts(
      [
        source('documents/terms.md', `# Terms\n\n## Warranty\n\n${body}\n`),
        source('compiled/splits/terms/001.md', `## Warranty\n\n${body}\n`),
        others,
      ],
      'How long is the warranty?',
    )
    expect(said(selection)).toBe(body)
    expect(selection.omitted.map(({ reason }) => reason)).toContain('duplicate')
  })

  test('a row of a table comes with its head', async () => {
    const table =
      '# Prices\n\n| model | price |\n|---|---|\n| Kiosk S | 3,100 |\n| Kiosk L | 4,900 |\n| Stand | 300 |\n'
    const {
      passages: [passage],
    } = await askTexts([source('a.md', table)], 'price of the Stand', { budget: room(40) })
    expect(passage?.text.startsWith('| model | price |\n|---|---|')).toBe(true)
    expect(passage?.text).toContain('| Stand | 300 |')
  })

  test('AK-174: code is quoted whole or not at all', async () => {
    const code = `\`\`\`sh\n${Array.from({ length: 30 }, (_, i) => `reset --printer ${i}`).join('\n')}\n\`\`\``
    const text = `# Reset\n\nReset the printer from the console with these commands.\n\n${code}\n`
    expect(said(await askTexts([source('a.md', text)], 'reset the printer'))).toContain(code)
    expect(said(await askTexts([source('a.md', text)], 'reset the printer', { budget: room(40) }))).toBe(
      'Reset the printer from the console with these commands.',
    )
  })

  test('left out text between two stretches is marked', async () => {
    const filler = Array.from({ length: 40 }, (_, i) => `Bench ${i} was painted in the spring of last year.`).join(' ')
    const text = `The ferry to Skagen leaves at nine. ${filler} The ferry to Skagen costs twelve euro.\n`
    const {
      passages: [passage],
    } = await askTexts([source('a.md', text)], 'ferry to Skagen', { budget: room(60) })
    expect(passage?.text).toMatch(
      /^The ferry to Skagen leaves at nine\..*\n\[…\]\n.*The ferry to Skagen costs twelve euro\.$/,
    )
  })
})

test('a sentence scores alike at the beginning and at the end of a section', async () => {
  const filler = Array.from({ length: 40 }, (_, i) => `Bench ${i} was painted in the spring of last year.`).join(' ')
  const { answer } = await askTexts(
    [source('a.md', `The ferry to Skagen leaves at nine. ${filler} The ferry to Skagen lands at noon.\n`)],
    'ferry to Skagen',
  )
  expect(scoreAt(answer, 'leaves at nine') / scoreAt(answer, 'lands at noon')).toBeCloseTo(1, 1)
})

test.each([1, 2, 8])(
  'a word that stands in each of %i texts is no reason for silence when it is all that is asked',
  async (length) => {
    const texts = Array.from({ length }, (_, i) =>
      source(`${i}.md`, `# Part ${i}\n\nThe warranty of part ${i} runs for ${i + 2} months.\n`),
    )
    expect((await askTexts(texts, 'warranty')).outcome).not.toBe('nothing')
  },
)

describe('nothing', () => {
  test('AK-162: a task that no text speaks of gets nothing, and its words are named', async () => {
    const { outcome, passages, unknownWords } = await askTexts(
      [source('compiled/facts.md', facts)],
      'Which submarine cables reach Greenland?',
    )
    expect([outcome, passages, unknownWords]).toEqual(['nothing', [], ['submarine', 'cables', 'reach', 'Greenland']])
  })

  test.each(['', '   ', 'the of and', '?!'])('the task %j gets nothing', async (task) => {
    const { outcome, passages } = await askTexts([source('compiled/facts.md', facts)], task)
    expect([outcome, passages]).toEqual(['nothing', []])
  })

  test('no sources give nothing', async () => {
    expect(await askTexts([], 'battery')).toMatchObject({ outcome: 'nothing', passages: [], omitted: [], tokens: 0 })
  })

  test('a budget too small for the best unit takes nothing and says so', async () => {
    const {
      passages,
      omitted: [first],
    } = await askTexts([source('compiled/facts.md', facts)], 'battery', { budget: room(3) })
    expect(passages).toEqual([])
    expect([first?.reason, first && first.member.text.headings[first.section]]).toEqual([
      'budget',
      ['Facts', 'Battery'],
    ])
  })
})

describe('other scripts', () => {
  const chinese: readonly (readonly [string, string, string])[] = [
    ['保修', '保修期为二十四个月，从交付之日起计算。', '保修期有多长？'],
    ['电池', '电池可以连续使用九个小时，充电需要两个小时。', '电池能用多久？'],
    ['打印机', '打印机卡纸时，先打开前盖，取出纸张，再按复位键。', '打印机卡纸怎么办？'],
    ['网络', '终端支持无线网络和有线网络，首选有线。', '支持无线网络吗？'],
    ['重量', '不含支架时终端重三公斤。', '终端的重量是多少？'],
    ['屏幕', '屏幕亮度为六百尼特，可在阳光下阅读。', '屏幕的亮度是多少？'],
    ['价格', '标准型号的价格为四千九百欧元，不含税。', '标准型号的价格是多少？'],
    ['退货', '收到货物后十四天内可以退货，运费由客户承担。', '退货的运费谁承担？'],
    ['安装', '安装由认证工程师完成，通常需要半天。', '安装由谁完成？'],
    ['密码', '管理员密码必须每九十天更换一次。', '管理员密码多久更换一次？'],
    ['备件', '备件存放在九号仓库，钥匙由港务长保管。', '备件存放在哪里？'],
    ['培训', '新员工培训为期三天，在总部举行。', '新员工培训为期几天？'],
  ]

  test('AK-167: of twelve Chinese splits the right one comes first for every question', async () => {
    const sources = chinese.map(([title, text], i) =>
      source(`compiled/splits/${String(i).padStart(3, '0')}.md`, `## ${title}\n\n${text}\n`, {
        entry: { name: '港口终端', description: '' },
      }),
    )
    const found = await Promise.all(chinese.map(([, , task]) => askTexts(sources, task)))
    expect(found.map(({ passages }) => passages[0]?.headings[0])).toEqual(chinese.map(([title]) => title))
  })

  test('AK-167: of Japanese sections the right one comes first', async () => {
    const text =
      '## 保証\n\n保証期間は納品日から二十四か月です。\n\n## 電池\n\n電池は九時間持ちます。充電には二時間かかります。\n\n## 印刷\n\n紙が詰まったときは、前面カバーを開けて紙を取り出してください。\n\n## 返品\n\n商品の到着後十四日以内であれば返品できます。\n'
    const sources = [source('a.md', text, { entry: { name: '港の端末', description: '' } })]
    const first = async (task: string): Promise<string | undefined> =>
      (await askTexts(sources, task)).passages[0]?.headings[0]
    expect(
      await Promise.all([
        first('保証期間はどのくらいですか？'),
        first('電池は何時間持ちますか？'),
        first('紙が詰まったらどうすればいいですか？'),
        first('返品はいつまでできますか？'),
      ]),
    ).toEqual(['保証', '電池', '印刷', '返品'])
  })

  test('identifiers are found by their parts, and accents do not matter', async () => {
    const text =
      '## Errors\n\nERR_PAPER-12 means that the tray is empty.\n\n## Calls\n\nUse getTrayLevel to see how full it is.\n\n## Cafe\n\nThe Café Größenwahn opens at eight.\n'
    expect(said(await askTexts([source('a.md', text)], 'ERR_PAPER-12'))).toContain('ERR_PAPER-12 means')
    expect(said(await askTexts([source('a.md', text)], 'tray level'))).toContain('getTrayLevel')
    expect(said(await askTexts([source('a.md', text)], 'cafe grossenwahn opens'))).toContain('opens at eight')
  })
})

test('sources indexed once answer many tasks', async () => {
  const sources = [source('compiled/facts.md', facts)]
  const indexes = new Indexes()
  const [battery, printer] = [
    await askTexts(sources, 'battery', { indexes }),
    await askTexts(sources, 'printer jams', { indexes }),
  ]
  expect([battery.passages[0]?.headings, printer.passages[0]?.headings]).toEqual([
    ['Facts', 'Battery'],
    ['Facts', 'Printer'],
  ])
  expect(printer.searched.corpus).toBe(battery.searched.corpus)
})
