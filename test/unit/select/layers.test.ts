import { describe, expect, test } from 'vitest'
import { packWorld, pathsOf } from '../../support/read-packs.ts'

const others =
  '# Other\n\nThe ferry sails to Skagen on Sunday.\n\n## Umbrellas\n\nUmbrellas are painted in winter.\n\n## Paper\n\nThe printer takes rolls of 80 mm.\n'
const answer = 'The battery of the kiosk lasts nine hours and charges overnight.'

const paths = async (
  files: Readonly<Record<string, string>>,
  task: string,
  profile = 'document-first',
): Promise<readonly string[]> =>
  pathsOf(
    await (
      await packWorld({ kiosk: { fields: { profile }, files: { 'documents/other.md': others, ...files } } })
    ).read(task),
  )

describe('layers of a pack', () => {
  test.each([
    ['AK-148', 'document-first', 'documents/manual.md'],
    ['AK-151', 'wiki-first', 'wiki/manual.md'],
  ])(
    '%s: %s: what is compiled goes before what it was compiled from, where it answers as well',
    async (_, profile, deeper) => {
      const files = {
        'compiled/facts.md': `# Facts\n\n${answer}\n`,
        [deeper]: `# Manual\n\nAs tests have shown, ${answer.toLowerCase()}\n`,
      }
      expect(await paths(files, 'How long does the battery of the kiosk last?', profile)).toEqual(['compiled/facts.md'])
    },
  )

  test('AK-152: a deeper layer is used where it answers clearly better', async () => {
    const files = {
      'compiled/facts.md': '# Facts\n\nThe kiosk has a battery.\n',
      'wiki/manual.md':
        '# Manual\n\nAfter a deep discharge the battery of the kiosk needs the rescue charger from depot nine.\n',
    }
    expect(
      await paths(files, 'Which rescue charger does the battery need after a deep discharge?', 'wiki-first'),
    ).toContain('wiki/manual.md')
  })

  test('AK-152: and where the compiled one does not speak of the task at all', async () => {
    const files = {
      'compiled/facts.md': '# Facts\n\nThe terminal weighs 3 kg.\n',
      'wiki/manual.md': `# Manual\n\n${answer}\n`,
    }
    expect(await paths(files, 'How long does the battery last?', 'wiki-first')).toEqual(['wiki/manual.md'])
  })
})
