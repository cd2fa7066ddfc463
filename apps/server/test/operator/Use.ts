/**
 * One request with a token, and what came of it.
 */
import { textOf } from "../HttpCall.ts"
import type { TestServer } from "../TestServer.ts"

/** The status of a GET. */
export const statusOf = async (server: TestServer, path: string, token: string): Promise<number> =>
  (await server.call("GET", path, { token })).status

/** The error code of a GET that is refused. */
export const errorOf = async (server: TestServer, path: string, token: string): Promise<string> =>
  textOf(await server.call("GET", path, { token }), "error")
