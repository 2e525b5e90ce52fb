import { isServedAt } from '../../federate/manifest-address.ts'
import type { Catalog } from '../../model/catalog.ts'

/** KCP §3.12: a sentence for each granted manifest that lists MCP servers, but none of these. It is served anyway. */
export function unlistedServer({ entries }: Catalog, addresses: readonly string[]): readonly string[] {
  return entries.flatMap(({ ref, document, standing }) => {
    const listed = document.kind === 'manifest' && standing !== 'ungranted' ? document.serving?.mcp : undefined
    return listed && !addresses.some((address) => isServedAt(listed, address))
      ? [`${ref} lists in "serving.mcp" where MCP servers offer it, and ${addresses.join(', ')} is not among them.`]
      : []
  })
}
