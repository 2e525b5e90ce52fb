import { describe, expect, test } from 'vitest'
import { openCorpus, select } from '../../src/resolve/select.ts'
import type { Selection, Source } from '../../src/resolve/source.ts'
import { loadTokenizer } from '../../src/text/tokens.ts'

const { count } = await loadTokenizer()

const source = (path: string, text: string, rest: Partial<Source> = {}): Source => ({
  ref: 'pack:kiosk', path, text, from: 0, fileDigest: '', entry: { name: 'Harbor Kiosk', description: '' }, title: '', hints: [], persist: false, ...rest,
})

const ask = (sources: readonly Source[], task: string, budget = 600): Selection => select(sources, task, { budget, count })
const said = ({ passages }: Selection): string => passages.map(({ text }) => text).join('\n---\n')

const facts = `# Facts

## Battery

The battery lasts nine hours. It charges in two hours from an empty state.

## Weight

The terminal weighs 3 kg without its stand.

## Printer

When the printer jams, open the front cover and take the paper out. Then press reset.
`

describe('what is taken', () => {
  test('AK-147: the section that answers is taken and the others are left', () => {
    const selection = ask([source('compiled/facts.md', facts)], 'How long does the battery last?')
    expect(selection.passages.map(({ headings, text }) => [headings, text])).toEqual([[['Facts', 'Battery'], 'The battery lasts nine hours. It charges in two hours from an empty state.']])
    expect(selection.passages[0]?.matched).toEqual(['battery', 'last'])
    expect(selection.coverage.missing).toEqual([])
  })

  test('an everyday word that happens to be rare here does not outweigh what was asked about', () => {
    const policies = source('policies.md', '# Access\n\nThe rule applies to all who hold a key.\n\n# Refunds\n\nA refund is paid within nine days.\n')
    const warranty = source('warranty.md', '# Warranty\n\nParts and labour are covered by the warranty for 24 months.\n\n# Swap\n\nThe warranty swap takes one day.\n')
    expect(said(ask([policies, warranty], 'Which warranty applies?'))).toMatch(/^Parts and labour|^The warranty swap/)
  })

  test('a section is found by its heading where its text does not repeat it', () => {
    expect(said(ask([source('a.md', '# Kiosk\n\n## Opening hours\n\nMonday to Friday from nine to five.\n\n## Address\n\nPier 4, next to the ferry.\n')], 'opening hours'))).toBe('Monday to Friday from nine to five.')
  })

  test('a name that every sentence repeats does not hide the sentence that answers', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `The Harbor Kiosk of pier ${i} stands beside the Harbor Kiosk office.`)
    const text = `${[...lines.slice(0, 20), 'Its critics name one flaw: the screen is dim in sunlight.', ...lines.slice(20)].join(' ')}\n`
    expect(said(ask([source('documents/long.md', text)], 'What flaw do critics of the Harbor Kiosk name?', 60))).toContain('the screen is dim')
  })

  test('AK-168: of a file of 200 kB only the matching section is quoted', () => {
    const text = Array.from({ length: 1500 }, (_, i) => `## Part ${i}\n\nPart ${i} is held by bolt M${i} and checked every ${(i % 9) + 3} days by the night crew of the yard.\n`).join('\n')
    expect(text.length).toBeGreaterThan(150_000)
    const selection = ask([source('compiled/facts.md', text)], 'Which bolt holds part 977?')
    expect(selection.passages[0]?.headings).toEqual(['Part 977'])
    expect(selection.tokens).toBeLessThanOrEqual(600)
  })

  test('AK-154: of a pack with 5,000 sections, the one that is asked for, in at most 600 tokens', () => {
    const subjects = ['pump', 'valve', 'crane', 'winch', 'hoist', 'boiler', 'gantry', 'bollard', 'ballast', 'anchor']
    const sections = Array.from({ length: 5000 }, (_, i) => `## ${subjects[i % 10]} ${i}\n\nThe ${subjects[i % 10]} numbered ${i} runs at ${100 + (i % 77)} bar. It was serviced by crew ${i % 31}.\n`)
    sections[3210] = '## Spare propeller\n\nThe spare propeller hangs in shed nine. Only the harbor master has the key to that shed.\n'
    const selection = ask([source('documents/yard.md', sections.join('\n'))], 'Where is the spare propeller and who has the key?')
    expect(selection.passages[0]?.text).toBe('The spare propeller hangs in shed nine. Only the harbor master has the key to that shed.')
    expect(selection.tokens).toBeLessThanOrEqual(600)
  })

  test('AK-164: a boundary goes with the facts it bounds', () => {
    const prices = '# Facts\n\nThe price of the Harbor Kiosk is 4,900 euro. The price of the stand is 300 euro.\n'
    const boundaries = '# Boundaries\n\n- Never name a price outside the European Union.\n- Do not promise delivery dates.\n'
    const selection = ask([source('compiled/facts.md', prices), source('compiled/boundaries.md', boundaries)], 'What is the price of the Harbor Kiosk?')
    expect(selection.passages.map((passage) => passage.source.path).toSorted()).toEqual(['compiled/boundaries.md', 'compiled/facts.md'])
    expect(said(selection)).toContain('Never name a price')
    expect(said(selection)).not.toContain('delivery dates')
  })

  test('a section and the split that was made from it are quoted once', () => {
    const body = 'The warranty of the kiosk runs for twenty-four months from the day of delivery.'
    const selection = ask([source('documents/terms.md', `# Terms\n\n## Warranty\n\n${body}\n`), source('compiled/splits/terms/001.md', `## Warranty\n\n${body}\n`)], 'How long is the warranty?')
    expect(said(selection)).toBe(body)
    expect(selection.near.map(({ reason }) => reason)).toContain('duplicate')
  })

  test('a row of a table comes with its head', () => {
    const table = '# Prices\n\n| model | price |\n|---|---|\n| Kiosk S | 3,100 |\n| Kiosk L | 4,900 |\n| Stand | 300 |\n'
    const [passage] = ask([source('a.md', table)], 'price of the Stand', 40).passages
    expect(passage?.text.startsWith('| model | price |\n|---|---|')).toBe(true)
    expect(passage?.text).toContain('| Stand | 300 |')
  })

  test('AK-174: code is quoted whole or not at all', () => {
    const code = `\`\`\`sh\n${Array.from({ length: 30 }, (_, i) => `reset --printer ${i}`).join('\n')}\n\`\`\``
    const text = `# Reset\n\nReset the printer from the console with these commands.\n\n${code}\n`
    expect(said(ask([source('a.md', text)], 'reset the printer'))).toContain(code)
    expect(said(ask([source('a.md', text)], 'reset the printer', 40))).toBe('Reset the printer from the console with these commands.')
  })

  test('left out text between two stretches is marked', () => {
    const filler = Array.from({ length: 40 }, (_, i) => `Bench ${i} was painted in the spring of last year.`).join(' ')
    const text = `The ferry to Skagen leaves at nine. ${filler} The ferry to Skagen costs twelve euro.\n`
    const [passage] = ask([source('a.md', text)], 'ferry to Skagen', 24).passages
    expect(passage?.text).toBe('The ferry to Skagen leaves at nine.\n[…]\nThe ferry to Skagen costs twelve euro.')
  })
})

describe('silence', () => {
  test('AK-162: a task that no text speaks of gets nothing', () => {
    const selection = ask([source('compiled/facts.md', facts)], 'Which submarine cables reach Greenland?')
    expect(selection.passages).toEqual([])
    expect(selection.coverage).toEqual({ share: 0, missing: ['submarine', 'cables', 'reach', 'Greenland'] })
  })

  test.each(['', '   ', 'the of and', '?!'])('the task %j gets nothing', (task) => {
    expect(ask([source('compiled/facts.md', facts)], task).passages).toEqual([])
  })

  test('no sources give nothing', () => {
    expect(ask([], 'battery')).toEqual({ passages: [], near: [], tokens: 0, coverage: { share: 0, missing: ['battery'] } })
  })

  test('a budget too small for the best unit takes nothing and says so', () => {
    const selection = ask([source('compiled/facts.md', facts)], 'battery', 3)
    expect(selection.passages).toEqual([])
    expect(selection.near[0]).toMatchObject({ reason: 'budget', headings: ['Facts', 'Battery'] })
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

  test('AK-167: of twelve Chinese splits the right one comes first for every question', () => {
    const sources = chinese.map(([title, text], i) => source(`compiled/splits/${String(i).padStart(3, '0')}.md`, `## ${title}\n\n${text}\n`, { entry: { name: '港口终端', description: '' } }))
    expect(chinese.map(([, , task]) => ask(sources, task).passages[0]?.headings[0])).toEqual(chinese.map(([title]) => title))
  })

  test('AK-167: of Japanese sections the right one comes first', () => {
    const text = '## 保証\n\n保証期間は納品日から二十四か月です。\n\n## 電池\n\n電池は九時間持ちます。充電には二時間かかります。\n\n## 印刷\n\n紙が詰まったときは、前面カバーを開けて紙を取り出してください。\n\n## 返品\n\n商品の到着後十四日以内であれば返品できます。\n'
    const sources = [source('a.md', text, { entry: { name: '港の端末', description: '' } })]
    const first = (task: string): string | undefined => ask(sources, task).passages[0]?.headings[0]
    expect([first('保証期間はどのくらいですか？'), first('電池は何時間持ちますか？'), first('紙が詰まったらどうすればいいですか？'), first('返品はいつまでできますか？')]).toEqual(['保証', '電池', '印刷', '返品'])
  })

  test('identifiers are found by their parts, and accents do not matter', () => {
    const text = '## Errors\n\nERR_PAPER-12 means that the tray is empty.\n\n## Calls\n\nUse getTrayLevel to see how full it is.\n\n## Cafe\n\nThe Café Größenwahn opens at eight.\n'
    expect(said(ask([source('a.md', text)], 'ERR_PAPER-12'))).toContain('ERR_PAPER-12 means')
    expect(said(ask([source('a.md', text)], 'tray level'))).toContain('getTrayLevel')
    expect(said(ask([source('a.md', text)], 'cafe grossenwahn opens'))).toContain('opens at eight')
  })
})

test('sources made ready once answer many tasks', () => {
  const corpus = openCorpus([source('compiled/facts.md', facts)])
  expect(corpus.select('battery', { budget: 600, count }).passages[0]?.headings).toEqual(['Facts', 'Battery'])
  expect(corpus.select('printer jams', { budget: 600, count }).passages[0]?.headings).toEqual(['Facts', 'Printer'])
})
