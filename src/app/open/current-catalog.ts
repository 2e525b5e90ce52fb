import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import type { CatalogSource } from './open-catalog.ts'

/** What people decided, and the files; each shows changes by a stamp or a revision. */
type Decided = Pick<Ports, 'grants' | 'switches' | 'files'>

/** The newest scan of the roots. */
export class CurrentCatalog {
  readonly #scan: () => Catalog
  readonly #decided: Decided
  readonly #complete: (catalog: Catalog) => Promise<boolean>
  #scanned: Catalog
  #seen: string

  constructor({ scan, complete }: Pick<CatalogSource, 'scan' | 'complete'>, decided: Decided) {
    this.#scan = scan
    this.#complete = complete
    this.#decided = decided
    this.#seen = stampOf(decided)
    this.#scanned = scan()
    this.#seen += grantsWhereLimited(this.#scanned, decided)
  }

  /** The catalog of the last scan. */
  get scanned(): Catalog {
    return this.#scanned
  }

  /**
   * A newer grant, switch or revision changes the list, and a grant may be for an entry that a limited scan did not
   * read.
   */
  get current(): Catalog {
    if (this.#seen !== stampOf(this.#decided) + grantsWhereLimited(this.#scanned, this.#decided)) this.scan()
    return this.#scanned
  }

  /** Scans again if something had to be loaded for the entries that were found. */
  async complete(): Promise<void> {
    if (await this.#complete(this.#scanned)) this.scan()
  }

  scan(): void {
    const before = stampOf(this.#decided)
    this.#scanned = this.#scan()
    this.#seen = before + grantsWhereLimited(this.#scanned, this.#decided)
  }
}

const stampOf = ({ grants, switches, files }: Decided): string =>
  `${grants.stamp?.() ?? ''}\n${switches.stamp?.() ?? ''}\n${files.revision?.() ?? ''}\n`

/** Empty if no limit was reached; then no grant is read. */
function grantsWhereLimited({ diagnostics, roots }: Catalog, { grants }: Decided): string {
  if (!diagnostics.some(({ code }) => code === 'AK115')) return ''
  return roots.flatMap(({ path }) => grants.below(path).map((grant) => `${grant.path}\n${grant.at}`)).join('\n')
}
