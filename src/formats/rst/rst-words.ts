import { shortTitle } from '../units/titles.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Their body is literal. */
export const codeDirectives = names(
  'code-block code sourcecode parsed-literal prompt console ipython doctest testcode testsetup testcleanup ' +
    'testoutput graphviz digraph graph mermaid uml plantuml math literalinclude productionlist',
)

/** Neither argument nor body is text of the page. */
export const hiddenDirectives = names(
  'image toctree include contents sectnum highlight highlightlang currentmodule module py:module ' +
    'py:currentmodule index meta role default-role raw tabularcolumns rst-class ' +
    'automodule autosummary autofunction autoclass automethod autoattribute autodata autoexception replace ' +
    'unicode date target-notes bibliography default-domain cssclass ' +
    'header footer codeauthor sectionauthor moduleauthor inheritance-diagram',
)

/** Their argument is a path, a condition or a name of a style; their body is text. */
export const bodyDirectives = names('figure only ifconfig container tabs tab-set grid dropdown-group compound table')

/** Their argument is the beginning of their text. */
export const textDirectives = names(
  'note warning tip hint important caution danger attention error seealso admonition topic sidebar todo ' +
    'rubric centered epigraph highlights pull-quote',
)

/** A title without roles, references, literals and emphasis. */
export function plainRstTitle(written: string): string {
  return shortTitle(written)
    .replace(/:[\w:.+-]+:`([^`<]*?)\s*<[^`>]*>`/g, '$1')
    .replace(/:[\w:.+-]+:`~(?:[^`.]*\.)*([^`.]*(?:\(\))?)`/g, '$1')
    .replace(/:[\w:.+-]+:`!?([^`]*)`/g, '$1')
    .replace(/``([^`]+)``/g, '$1')
    .replace(/`([^`<]*?)\s*(?:<[^`>]*>)?`__?/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\p{L}\p{N}])\*([^*\s][^*]*)\*/gu, '$1')
    .replace(/\|([^|\s][^|]*)\|/g, '$1')
    .replace(/\\(.)/g, (_, character: string) => (character === ' ' ? '' : character))
    .replace(/\s+/g, ' ')
    .trim()
}
