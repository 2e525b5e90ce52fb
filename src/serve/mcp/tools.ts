import type { Catalog } from '../../app/index.ts'
import type { Tool } from './tool.ts'
import { activateTool } from './tools/activate.ts'
import { catalogTool } from './tools/catalog.ts'
import { evidenceTool } from './tools/evidence.ts'
import { explainTool } from './tools/explain.ts'
import { queryTool } from './tools/query.ts'
import { readTool } from './tools/read.ts'

export const tools: readonly Tool[] = [catalogTool, activateTool, readTool, queryTool, explainTool, evidenceTool]

/** AK-346: a tool without entries is not offered. */
export function isOffered({ needs }: Tool, { entries }: Catalog): boolean {
  return entries.some(({ enabled, document }) => enabled && (needs === 'either' || needs === document.kind))
}
