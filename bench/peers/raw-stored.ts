/**
 * The peer `raw-stored`: like `raw`, on the product's own layout of data. What the product costs beyond it is the framework.
 */
import { serveRaw } from "./RawServer.ts"
import { storedJob, storedPages } from "./Work.ts"

serveRaw({
  page: storedPages(),
  pageText: ({ content, next, count }) =>
    `{"content":[${content.join(",")}],"next":${JSON.stringify(next)},"count":${count}}`,
  jobText: storedJob
})
