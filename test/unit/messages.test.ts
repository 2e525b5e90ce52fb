import { describe, expect, test } from 'vitest'
import { expectGenerated } from '../support/generated-file.ts'
import { messageCells, tableText } from '../support/message-table.ts'

describe.each(['pack', 'manifest'])('what every verb says about a %s in every state', (kind) => {
  test('is in the table', { timeout: 240_000 }, async () => {
    const cells = await messageCells(new RegExp(`^(?:empty|${kind}-)`))
    const verbs = [...new Set(cells.map(({ argv }) => argv[0] ?? ''))]
    for (const verb of verbs)
      expectGenerated(
        `test/golden/messages/${kind}/${verb}.txt`,
        tableText(cells.filter(({ argv }) => argv[0] === verb)),
      )
    expect(verbs.length).toBeGreaterThan(30)
  })
})
