import { decisionsRoute } from './views/decisions.ts'
import { entriesRoute, entryRoute } from './views/entries.ts'
import { graphRoute } from './views/graph.ts'
import { documentRoute, inspectRoute, whyRoute } from './views/inspect.ts'
import { exportRoute, receiptRoute, receiptsRoute, replayRoute, verifyRoute } from './views/receipts.ts'
import { qualityRoute } from './views/quality.ts'
import { answerReviewRoute, reviewedGrantRoute, reviewRoute } from './views/review.ts'
import type { ViewRoute } from './view-route.ts'

/** In the order in which paths are matched. */
export const viewRoutes: readonly ViewRoute[] = [
  inspectRoute,
  whyRoute,
  documentRoute,
  entriesRoute,
  entryRoute,
  graphRoute,
  decisionsRoute,
  receiptsRoute,
  verifyRoute,
  exportRoute,
  replayRoute,
  receiptRoute,
  qualityRoute,
  reviewRoute,
  reviewedGrantRoute,
  answerReviewRoute,
]
