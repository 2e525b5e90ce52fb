import { isObject } from '../../parse/read-fields.ts'
import type { Lead } from './described-lead.ts'
import { proseLead } from './prose-lead.ts'

/** Title and first sentence of a Jupyter notebook, from its Markdown cells. */
export function notebookLead(text: string): Lead {
  const notebook = parsed(text)
  const cells = isObject(notebook) && Array.isArray(notebook['cells']) ? notebook['cells'] : []
  return proseLead(cells.map(markdownOf).join('\n\n'), 'markdown')
}

/** The source of a cell is a string or a list of its lines. */
function markdownOf(cell: unknown): string {
  if (!isObject(cell) || cell['cell_type'] !== 'markdown') return ''
  const { source } = cell
  return Array.isArray(source) ? source.map(String).join('') : typeof source === 'string' ? source : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
