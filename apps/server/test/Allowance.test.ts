/**
 * The default rate limit of a caller, as the headers of its answers show it (decisions, Limits).
 */
import { assert, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { readSettings } from "../src/platform/Settings.ts"
import { startServer } from "./TestServer.ts"

const unset = ConfigProvider.fromEnv({ env: {} })

it("is announced as q=200;w=4 where nothing is set, and is that much (decisions, Limits)", async () => {
  const settings = Effect.provideService(readSettings("test.db"), ConfigProvider.ConfigProvider, unset)
  await using server = await startServer({ rateLimit: (await Effect.runPromise(settings)).rateLimit })
  const token = await server.partner()
  const list = () => server.call("GET", "/v1/jobs?limit=1", { token })
  const { headers } = await list()
  assert.strictEqual(headers["ratelimit-policy"], '"default";q=200;w=4')
  const others = await Promise.all(Array.from({ length: 200 }, list))
  assert.deepStrictEqual(
    others.map(({ status }) => status).toSorted((one, other) => one - other),
    [...Array<number>(199).fill(200), 429]
  )
  await server.advance(1_000)
  const next = await Promise.all(Array.from({ length: 51 }, list))
  assert.lengthOf(
    next.filter(({ status }) => status === 200),
    50
  )
})
