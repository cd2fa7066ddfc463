/** The client on the `fetch` of node-fetch 2, whose bodies are streams of Node without a reader. verify/FetchImplementations.test.ts has other implementations. */
// @ts-expect-error It has no types.
import nodeFetch2 from "node-fetch-2"
import { asFetch, holdsOver } from "./OverHttp.ts"

holdsOver(["node-fetch 2", asFetch(nodeFetch2)])
