import { expect, test } from 'vitest'
import { groupsOf, headingsOver, titlesOf, unitsOf } from '../../support/structure-of.ts'

test('levels follow the order of the adornments, and tildes are no fence', () => {
  const text =
    '.. _label:\n\n=====\nGuide\n=====\n\nPart\n----\n\nSub\n~~~\n\nThe text of sub.\n\nOther\n-----\n\nThe other text.\n'
  expect(titlesOf(text, 'rst')).toEqual(['0 ', '1 Guide', '2 Part', '3 Sub', '2 Other'])
  expect(unitsOf(text, 'rst')).toEqual(['sentence: The text of sub.', 'sentence: The other text.'])
  expect(headingsOver(text, 'rst', 'other')).toEqual(['Guide', 'Other'])
})

test('directives by what their body is', () => {
  const text = `.. note:: A note to begin with.

.. warning::
   :class: x

   Careful with the voltage.

.. code-block:: python
   :linenos:
   :caption: a.py

   print(1)

.. toctree::
   :maxdepth: 2

   intro

.. image:: a.png
   :alt: A picture

.. versionadded:: 2.1
   The option was added.

.. comment that nobody sees
`
  expect(unitsOf(text, 'rst')).toEqual([
    'sentence: A note to begin with.',
    'sentence: Careful with the voltage.',
    'code: :caption: a.py\n\n   print(1)',
    'sentence: .. versionadded:: 2.1\n   The option was added.',
  ])
})

test('a signature is read with the first sentence about it', () => {
  expect(
    unitsOf(
      '.. method:: Pump.start(force=False)\n\n   Starts the pump at once. It stops by itself after an hour.\n',
      'rst',
    ),
  ).toEqual([
    'sentence: .. method:: Pump.start(force=False)\n\n   Starts the pump at once.',
    'sentence: It stops by itself after an hour.',
  ])
})

test('literal blocks, doctests and lists', () => {
  const text =
    'Run this command::\n\n    make all\n\n>>> 1 + 1\n2\n\n* one item\n  on two lines\n\n  more about it here\n\n* two items\n\nThe end of the text.\n'
  expect(unitsOf(text, 'rst')).toEqual([
    'sentence: Run this command::',
    'code:     make all',
    'code: >>> 1 + 1\n2',
    'item: * one item\n  on two lines',
    'sentence: more about it here',
    'item: * two items',
    'sentence: The end of the text.',
  ])
  expect(groupsOf(text, 'rst')).toEqual([undefined, undefined, undefined, 0, 0, 0, undefined])
})

test('grid and simple tables have heads and rows', () => {
  const text =
    '+------+-----+\n| Name | Age |\n+======+=====+\n| Ann  | 30  |\n+------+-----+\n\n=====  =====\nPlan   Price\n=====  =====\nBasic  12\nPro    20\n=====  =====\n'
  expect(unitsOf(text, 'rst')).toEqual([
    'head: | Name | Age |',
    'row: | Ann  | 30  |',
    'head: Plan   Price',
    'row: Basic  12',
    'row: Pro    20',
  ])
})

test('titles are plain', () => {
  expect(
    titlesOf(
      'The :func:`~a.b.run` of ``code`` and `a link <http://x>`_\n---------------------------------------------------------\n\nText.\n',
      'rst',
    ),
  ).toEqual(['2 The run of code and a link'].map((title) => title.replace('2', '1')))
})
