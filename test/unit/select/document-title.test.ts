import { describe, expect, test } from 'vitest'
import { openingOf } from '../../../src/select/texts/document-title.ts'
import type { GrantedText } from '../../../src/select/texts/granted-text.ts'

const titleOf = (text: string): string => openingOf({ text, head: text } as GrantedText, 'docs/flat/index.md').title

describe('the title of a document', () => {
  test.each([
    ['of the frontmatter, before any heading', '---\ntitle: Array.flat()\n---\n\n## Syntax\n', 'Array.flat()'],
    ['in quotes', '---\ntitle: "Flat: the method" # new\n---\nText.\n', 'Flat: the method'],
    ['in single quotes', "---\nslug: x\ntitle: 'Flat'\r\n---\n# Other\n", 'Flat'],
    ['of the first heading without one', '---\nslug: x\n---\n\n# Flat\n\nText.\n', 'Flat'],
    ['of the first heading where it is empty', '---\ntitle:\nslug: x\n---\n\n# Flat\n\nText.\n', 'Flat'],
    ['of the first heading where it is a block', '---\ntitle: >\n  Folded\n---\n\n# Flat\n\nText.\n', 'Flat'],
    ['of a field inside another is none', '---\nseo:\n  title: Other\n---\n\n# Flat\n\nText.\n', 'Flat'],
    ['of the file where there is nothing else', 'Text.\n', 'index'],
  ])('%s', (_, text, expected) => {
    expect(titleOf(text)).toBe(expected)
  })
})
