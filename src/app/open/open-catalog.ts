import { resolve as resolvePath } from 'node:path'
import { accountHome, homeFolder, processEnvironment, stateFolder } from '../../io/stores/state-folder.ts'
import { systemPorts } from '../../io/system.ts'
import type { Catalog, CatalogEntry, Root } from '../../model/catalog.ts'
import type { Files, Ports } from '../../model/ports.ts'
import type { OpenOptions } from './open.ts'
import { KnownTree } from './known-tree.ts'
import type { ReportLeftOut } from './plain-documents.ts'
import { scanRoots, type ScanOptions } from './scan.ts'
import { stateTrouble } from './state-trouble.ts'

export interface CatalogSource {
  readonly ports: Ports
  readonly scan: (known?: KnownTree) => Catalog
  /** Loads what the catalog still needs. `true`: the roots have to be scanned again. */
  readonly complete: (catalog: Catalog) => Promise<boolean>
}

/** How the roots of these options are scanned. */
export function catalogSource(options: OpenOptions): CatalogSource {
  // Gives callers without types a clear error.
  if (!Array.isArray((options as OpenOptions | undefined)?.roots))
    throw new TypeError('openKnowledge needs "roots", a list of folders, such as { roots: ["."] }.')
  const roots = options.roots.map((root): Root =>
    typeof root === 'string'
      ? { path: resolvePath(root), scope: 'workspace' }
      : { ...root, path: resolvePath(root.path) },
  )
  const ports = options.ports ?? ownPorts(roots)
  let compose: ScanOptions['compose']
  return {
    ports,
    async complete(catalog) {
      if (compose || !catalog.entries.some(includesOthers)) return false
      compose = (await import('./read-composed.ts')).readComposed
      return true
    },
    scan: (known) =>
      scanRoots(ports, roots, {
        ...options.restraints,
        allowTypes: options.allowTypes ?? [],
        respectGitignore: options.respectGitignore === true,
        trustAll: options.trustAll === true,
        ...(compose ? { compose } : {}),
        ...(known ? { known } : {}),
      }),
  }
}

/** The catalog alone, without loading anything that decides or opens content. */
export const openCatalog = (options: OpenOptions): Promise<Catalog> => openWith(catalogSource(options))

/** The same, for display: ungranted entries that are unchanged since the last list are not opened. */
export async function listCatalog(options: OpenOptions): Promise<Catalog> {
  const source = catalogSource(options)
  const { files, cache } = source.ports
  // A stored workspace has one stamp for all its folders, and a shared cache, which must not contain anything of this
  // disk.
  const known = cache && !files.revision ? new KnownTree(files, cache, options.roots) : undefined
  const catalog = await openWith(source, known)
  known?.save()
  return catalog
}

async function openWith({ ports, scan, complete }: CatalogSource, known?: KnownTree): Promise<Catalog> {
  await ports.telemetry?.ready()
  await ports.shared?.current()
  const catalog = scan(known)
  return (await complete(catalog)) ? scan() : catalog
}

const includesOthers = ({ document }: CatalogEntry): boolean =>
  document.kind === 'manifest' && (document.composition?.includes ?? []).length > 0

/** Loaded for `--docs` only, because it reads documents of every format. */
export async function withDocuments(files: Files, folders: readonly string[], report: ReportLeftOut): Promise<Files> {
  const { withDrafts } = await import('./plain-documents.ts')
  return withDrafts(files, folders, report)
}

function ownPorts(roots: readonly Root[]): Ports {
  const env = processEnvironment()
  const ports = systemPorts(env)
  const trouble = stateTrouble(ports.files, stateFolder(env), {
    home: homeFolder(env),
    account: accountHome(),
    folders: roots.map(({ path }) => path),
  })
  if (trouble !== undefined) throw new Error(trouble)
  return ports
}
