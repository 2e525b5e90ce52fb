import { expect, test } from 'vitest'
import { groupsOf, titlesOf, unitsOf } from '../../support/structure-of.ts'

test('headings, without header lines, attributes, anchors and comments', () => {
  const text =
    '= The *Guide*\nAnn Author <a@b.c>\n:toc: left\n\n[[part-one]]\n== Part xref:a.adoc[One]\n:attr: value\n// a comment\nThe text of part one.\n\nimage::a.png[Alt]\n\nOld style\n---------\n\nThe text below it.\n'
  expect(titlesOf(text, 'asciidoc')).toEqual(['1 The Guide', '2 Part One', '2 Old style'])
  expect(unitsOf(text, 'asciidoc')).toEqual(['sentence: The text of part one.', 'sentence: The text below it.'])
})

test('blocks by their delimiters', () => {
  const text =
    '[source,java]\n----\nint a;\n----\n\n====\nNOTE: An example of a note.\n====\n\n////\nhidden words\n////\n\n....\n$ run\n....\n'
  expect(unitsOf(text, 'asciidoc')).toEqual(['code: int a;', 'sentence: NOTE: An example of a note.', 'code: $ run'])
})

test('a list holds what a plus attaches to it', () => {
  const text = '* one item\n+\n----\nrun\n----\n* two items\n\nA paragraph after the list.\n'
  expect(unitsOf(text, 'asciidoc')).toEqual([
    'item: * one item',
    'code: run',
    'item: * two items',
    'sentence: A paragraph after the list.',
  ])
  expect(groupsOf(text, 'asciidoc')).toEqual([0, 0, 0, undefined])
})

test('a term is read with its text', () => {
  expect(unitsOf('Pump:: Moves the water.\nValve::\nStops the water at once.\n', 'asciidoc')).toEqual([
    'item: Pump:: Moves the water.',
    'item: Valve::\nStops the water at once.',
  ])
})

test('cells make rows', () => {
  const text = '[cols="1,1"]\n|===\n|Plan |Price\n\n|Basic\n|12\n\n|Pro |20\n|===\n'
  expect(unitsOf(text, 'asciidoc')).toEqual(['head: |Plan |Price', 'row: |Basic\n|12', 'row: |Pro |20'])
})
