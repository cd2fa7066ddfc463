/** Pages of the jobs that an agency sees among a million take an index. */
import { assignedPagesTakeAnIndex } from "../../verify/lists/AssignedPages.ts"

assignedPagesTakeAnIndex({ wideJobs: 1_000_000, ratioMax: 2 })
