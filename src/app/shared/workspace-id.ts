import { catalogRefs } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'

/** Identifies the folders of a workspace on this machine without naming them. */
export function workspaceId({ roots }: Pick<Catalog, 'roots'>): string {
  const own = roots.filter(({ scope }) => scope === 'workspace' || scope === 'explicit')
  const paths = (own.length > 0 ? own : roots).map(({ path }) => path).sort()
  return digest(paths.join('\n')).slice('sha256:'.length, 'sha256:'.length + 16)
}

/** Whether a receipt belongs to this workspace; one without an id does if it names one of its entries. */
export function isOfWorkspace(catalog: Pick<Catalog, 'roots' | 'entries'>): (receipt: Receipt) => boolean {
  const [own, refs] = [workspaceId(catalog), new Set(catalogRefs(catalog))]
  return ({ workspace, spans, decisions }) =>
    workspace === undefined ? [...spans, ...decisions].some(({ ref }) => refs.has(ref)) : workspace === own
}
