/** The client on other implementations of `fetch`, and on the global one. test/FetchImplementations.test.ts has the one that is least like it. */
// @ts-expect-error It has no types.
import makeFetchHappen from "make-fetch-happen"
import nodeFetch from "node-fetch"
import { asFetch, holdsOver } from "../test/OverHttp.ts"

holdsOver(
  ["node-fetch", asFetch(nodeFetch)],
  ["make-fetch-happen", asFetch(makeFetchHappen)],
  ["the global one", fetch]
)
