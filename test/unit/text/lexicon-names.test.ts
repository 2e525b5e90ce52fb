import { describe, expect, it } from 'vitest'
import { namesIn } from '../../../src/text/lexicon/task-wording.ts'

describe('names of a task', () => {
  it.each([
    ['What award has Marlee Matlin won?', 'en', ['Marlee', 'Matlin']],
    ['When did the colony of 1564 fall?', 'en', ['1564']],
    ['Which port does the HK-2 use?', 'en', ['HK-2']],
    ['Где родился Иван Петров?', 'ru', ['Иван', 'Петров']],
    ['Pourquoi la pompe de Lyon ?', 'fr', ['Lyon']],
    ["Whose Bible did Luther's work influence?", 'en', ['Bible', "Luther's"]],
  ])('are what nobody says in other words: %s', (task, language, names) => {
    expect([...namesIn(task, language)]).toEqual(names)
  })

  it.each([
    ['a word that begins a sentence', 'Refunds are late. Why? Tell me.', 'en'],
    ['a German noun', 'Welche Garantie gilt für den Bildschirm?', 'de'],
    ['a word of a title', 'How To Configure The Refund Window', 'en'],
    ['a word of a shouted task', 'WHICH WARRANTY APPLIES TO THE SCREEN', 'en'],
    ['the letter I', 'What do I need?', 'en'],
    ['a script without capitals', '电池能用多久？', 'zh'],
  ])('are not %s', (_, task, language) => {
    expect([...namesIn(task, language)]).toEqual([])
  })

  it('are abbreviations in German too, where capitals tell nothing', () => {
    expect([...namesIn('Wer unterstützte zuerst das LOR der NASA?', 'de')]).toEqual(['LOR', 'NASA'])
  })
})
