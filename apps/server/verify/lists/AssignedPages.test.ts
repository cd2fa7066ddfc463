/** Pages of the jobs that an agency sees among ten thousand take an index. `long/lists` has a million. */
import { assignedPagesTakeAnIndex } from "./AssignedPages.ts"

assignedPagesTakeAnIndex({ wideJobs: 10_000, ratioMax: 10 })
