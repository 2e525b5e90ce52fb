import type { ComponentType } from 'preact'
import type { PageIdentity } from './identity.ts'
import type { Route } from './router.ts'
import { CatalogView } from './views/catalog.tsx'
import { DecisionsView } from './views/decisions.tsx'
import { GraphView } from './views/graph.tsx'
import { PlaygroundView } from './views/playground.tsx'
import { QualityView } from './views/quality.tsx'
import { ReceiptsView } from './views/receipts.tsx'
import { ReviewView } from './views/review.tsx'
import { SeenView } from './views/seen.tsx'

export interface ViewProps {
  readonly route: Route
  readonly identity: PageIdentity
}

interface ViewRow {
  /** In the address, after `#/`. */
  readonly name: string
  readonly title: string
  readonly view: ComponentType<ViewProps>
}

/** The views in the order of the navigation; the first is the home page. A view imports large code when it is shown. */
export const views: readonly ViewRow[] = [
  { name: 'playground', title: 'Playground', view: PlaygroundView },
  { name: 'seen', title: 'Model sees', view: SeenView },
  { name: 'catalog', title: 'Catalog', view: CatalogView },
  { name: 'graph', title: 'Graph', view: GraphView },
  { name: 'decisions', title: 'Decisions', view: DecisionsView },
  { name: 'receipts', title: 'Receipts', view: ReceiptsView },
  { name: 'quality', title: 'Quality', view: QualityView },
  { name: 'review', title: 'Review', view: ReviewView },
]
