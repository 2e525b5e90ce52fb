import type { Catalog } from '../../model/catalog.ts'
import { activateTool } from './activate.ts'
import { catalogTool } from './catalog.ts'
import { evidenceTool } from './evidence.ts'
import { explainTool } from './explain.ts'
import { queryTool } from './query.ts'
import { readTool } from './read.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [catalogTool, activateTool, readTool, queryTool, explainTool, evidenceTool]

/** AK-346: a tool without entries is not offered. */
export function isOffered({ needs }: Tool, { entries }: Catalog): boolean {
  return entries.some(({ enabled, document }) => enabled && (needs === 'either' || needs === document.kind))
}
