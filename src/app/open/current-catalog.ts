import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'

/** The newest scan of the roots. */
export class CurrentCatalog {
  readonly #scan: () => Catalog
  readonly #grants: Ports['grants']
  #scanned: Catalog
  #grantsSeen: string

  constructor(scan: () => Catalog, grants: Ports['grants']) {
    this.#scan = scan
    this.#grants = grants
    this.#scanned = scan()
    this.#grantsSeen = grantsWhereLimited(this.#scanned, grants)
  }

  /** As it was scanned last. */
  get scanned(): Catalog {
    return this.#scanned
  }

  /** If the scan stopped at a limit, a newer grant may be for an entry that it did not read. */
  get current(): Catalog {
    if (this.#grantsSeen !== grantsWhereLimited(this.#scanned, this.#grants)) this.scan()
    return this.#scanned
  }

  scan(): void {
    this.#scanned = this.#scan()
    this.#grantsSeen = grantsWhereLimited(this.#scanned, this.#grants)
  }
}

/** Empty if no limit was reached; then no grant is read. */
function grantsWhereLimited({ diagnostics, roots }: Catalog, grants: Ports['grants']): string {
  if (!diagnostics.some(({ code }) => code === 'AK115')) return ''
  return roots.flatMap(({ path }) => grants.below(path).map((grant) => `${grant.path}\n${grant.at}`)).join('\n')
}
