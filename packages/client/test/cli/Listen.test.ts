/**
 * `partner listen`, as a process between a server and a program under development (docs/cli.md, Local webhooks). verify/cli/Listen.test.ts has
 * programs that refuse or are not there.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Crypto from "node:crypto"
import { createClient } from "../../src/index.ts"
import { webhooks } from "../../src/webhooks.ts"
import { runPartner, startPartner } from "./Program.ts"
import { listenTo } from "./ProgramOutput.ts"
import { startService } from "./Service.ts"
import { adderOf } from "./Feed.ts"
import { type Delivery, fromOldest, secretIn, startTarget } from "./Target.ts"

/** The signature as the specification of Standard Webhooks computes it. */
const signatureOf = ({ body, headers }: Delivery, secret: string): string =>
  `v1,${Crypto.createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
    .digest("base64")}`

describe("partner listen (docs/cli.md, Local webhooks)", () => {
  it("sends each event once, signed with the secret that it prints", async () => {
    await using service = await startService()
    await using target = await startTarget()
    const addUser = adderOf(service)
    const before = await addUser("ada")
    const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...fromOldest])
    const printed = listenTo(child.stdout)
    await printed.until(/→ 200 \d+ ms/)
    const after = await addUser("mary")
    await printed.until(/(→ 200 \d+ ms[^]*){2}/)
    child.kill("SIGINT")
    const { code, stderr, stdout } = await end()
    assert.strictEqual(code, 130)
    assert.match(stderr, /--cursor \S+\n$/)
    const { content } = await createClient(service.server.client()).organization("org_1").events.list()
    assert.deepStrictEqual<unknown>(
      target.deliveries.map(({ body }): unknown => JSON.parse(body)),
      content
    )
    const secret = secretIn(stdout)
    for (const [index, delivery] of target.deliveries.entries()) {
      const { headers } = delivery
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["webhook-id"], content[index]?.id)
      assert.isAtMost(Math.abs(Date.now() / 1_000 - Number(headers["webhook-timestamp"])), 60)
      assert.strictEqual(headers["webhook-signature"], signatureOf(delivery, secret))
      // As the library receives it.
      assert.strictEqual((await webhooks.unwrap(delivery.body, headers, secret)).id, content[index]?.id)
      for (const name of ["traceparent", "b3", "authorization"]) assert.notProperty(headers, name)
    }
    assert.include(target.deliveries[0]?.body ?? "", before.id)
    assert.include(target.deliveries[1]?.body ?? "", after.id)
    const [head, ...lines] = stdout.trimEnd().split("\n")
    assert.include(head, target.url)
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/\d+ ms$/, "N ms")),
      content.map(({ id, timestamp, type }) => `${timestamp}  ${type}  ${id} → 200 N ms`)
    )
  })

  it.for(["localhost:3000", "ftp://localhost/hooks", "http://", "/webhooks"])(
    "takes no target such as %s",
    async (target) => {
      const { code, stderr } = await runPartner(undefined, ["listen", "--forward-to", target])
      assert.strictEqual(code, 2)
      assert.match(stderr, /--forward-to must be an http or https address, such as http:\/\/localhost:3000\/webhooks/)
    }
  )
})
