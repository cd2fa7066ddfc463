/**
 * `partner` behind a proxy: Node's `fetch` takes the variables of proxies with NODE_USE_ENV_PROXY=1 (docs/recipes.md, A proxy).
 */
import { once } from "node:events"
import * as Http from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { startPartner } from "../../test/cli/Program.ts"

/** Node knows the variable from this version on. */
const isKnown = Number(process.versions.node.split(".")[0]) >= 24

describe.skipIf(!isKnown)("partner behind a proxy", () => {
  it.for([
    ["1", "api.example.invalid:443"],
    ["0", undefined]
  ] as const)("with NODE_USE_ENV_PROXY=%s connects through it to %s", async ([use, target]) => {
    const targets: Array<string> = []
    const proxy = Http.createServer().on("connect", ({ url }, socket) => {
      targets.push(url ?? "")
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
    })
    await once(proxy.listen(0, "127.0.0.1"), "listening")
    const address = proxy.address()
    await startPartner(undefined, ["organizations"], {
      NODE_USE_ENV_PROXY: use,
      HTTPS_PROXY: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
      PARTNER_BASE_URL: "https://api.example.invalid",
      PARTNER_CLIENT_ID: "client",
      PARTNER_CLIENT_SECRET: "secret"
    }).end()
    proxy.close()
    assert.strictEqual(targets[0], target)
  })
})
