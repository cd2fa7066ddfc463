/**
 * The peer `raw`: `node:http` and `node:sqlite`, jobs read as columns and written with `JSON.stringify`.
 */
import { serveRaw } from "./RawServer.ts"
import { whenThere } from "./Soon.ts"
import { columnJob, columnPages } from "./Work.ts"

serveRaw({
  page: columnPages(),
  pageText: (page) => JSON.stringify(page),
  jobText: (organizationId, id) =>
    whenThere(columnJob(organizationId, id), (job) => (job === undefined ? undefined : JSON.stringify(job)))
})
