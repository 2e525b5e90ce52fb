import type { Owner } from './requirement.ts'

/** Requirements whose acceptance can only be shown by another piece of work than the list first said. */
export const moved: Readonly<Record<string, { readonly to: Owner; readonly why: string }>> = {
  'AK-004': { to: 'select', why: 'shown by what a read selects' },
  'AK-006': { to: 'select', why: 'shown by what a read selects' },
  'AK-007': { to: 'author', why: 'the verbs that compile come with authoring' },
  'AK-008': { to: 'select', why: 'shown by what a read selects' },
  'AK-010': { to: 'select', why: 'open questions are listed by a read' },
  'AK-011': { to: 'select', why: 'shown by what a read selects' },
  'AK-013': { to: 'gate', why: 'the resource listing belongs to the guide' },
  'AK-014': { to: 'select', why: 'shown by what a read selects' },
  'AK-016': { to: 'select', why: 'shown by what a read selects' },
  'AK-017': { to: 'select', why: 'shown by a read without indexes' },
  'AK-020': { to: 'gate', why: 'the status gate decides' },
  'AK-021': { to: 'select', why: 'shown by what a read selects' },
  'AK-022': { to: 'select', why: 'shown by what a read selects' },
  'AK-023': { to: 'select', why: 'shown by what a read selects' },
  'AK-024': { to: 'breadth', why: 'ontology subgraphs come with the other formats' },
  'AK-025': { to: 'breadth', why: 'answer subgraphs come with the other formats' },
  'AK-086': { to: 'gate', why: 'shown by the catalog' },
  'AK-343': { to: 'federate', why: 'folders and MCP are shown; archives come with their safe unpacking (AK-349)' },
  'KCP-106': { to: 'open', why: 'a mirror inside the root needs no network' },
  'KCP-268': { to: 'open', why: 'shown with manifests inside the root' },
  'KCP-269': { to: 'open', why: 'shown with manifests inside the root' },
  'KCP-270': { to: 'open', why: 'shown with manifests inside the root' },
  'KCP-271': { to: 'open', why: 'shown with manifests inside the root' },
  'KCP-005': { to: 'gate', why: 'shown when knowledge is found by way of llms.txt' },
}
