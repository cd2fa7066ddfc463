/**
 * Subscriptions to resources: what a server declares of them is true, and the same over both transports (docs/hosts).
 */
import { createTestServer } from "@partner-api/client/testing"
import { assert, it } from "@effect/vitest"
import { overHttp, overStdio } from "./Product.ts"
import { startUpstream } from "./Upstream.ts"

it.each(["stdio", "HTTP"] as const)("over %s they are not offered, and a subscription is refused", async (kind) => {
  await using upstream = await startUpstream()
  await using way = await (kind === "stdio" ? overStdio(upstream, "legacy") : overHttp(createTestServer(), "legacy"))
  assert.deepStrictEqual(way.client.getServerCapabilities()?.resources, { listChanged: true, subscribe: false })
  const refused = await way.client
    .subscribeResource({ uri: "partner://guide" })
    .then(() => undefined)
    .catch((error: unknown) => error)
  // The client itself refuses what a server has not declared.
  assert.match(String(refused), /subscri/i)
})
