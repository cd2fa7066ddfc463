/**
 * `partner listen`, as a process between a server and a program under development (docs/cli.md, Local webhooks).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import { createClient } from "../../src/index.ts"
import { webhooks } from "../../src/webhooks.ts"
import { runPartner, startPartner } from "./Program.ts"
import { listenTo } from "./Said.ts"
import { type Service, startService } from "./Service.ts"

/** A request that a program under development gets. */
interface Delivery {
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
}

/** A program under development, which answers with these statuses, then with 200. End it with `await using`. */
const startTarget = async (...statuses: ReadonlyArray<number>) => {
  const deliveries: Array<Delivery> = []
  const listener = Http.createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text) => (body += text))
    request.on("end", () => {
      deliveries.push({ headers: request.headers, body })
      response.writeHead(statuses[deliveries.length - 1] ?? 200, { location: "http://localhost:1/elsewhere" }).end("ok")
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  return {
    deliveries,
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhooks`,
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    }
  }
}

const adderOf = ({ server }: Service) => {
  const { users } = createClient(server.client()).organization("org_1")
  return (name: string) => users.create({ first_name: name, last_name: "King", email: `${name}.listen@example.com` })
}

const scoped = ["--organization", "org_1", "--start", "oldest"]

const secretIn = (text: string): string => /whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? ""

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
    const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...scoped])
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

  it("has the same secret at the next start, and another client another one", async () => {
    await using service = await startService()
    await using target = await startTarget()
    const secretOf = async (settings: Readonly<Record<string, string>> = {}) => {
      const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...scoped], settings)
      const secret = secretIn(await listenTo(child.stdout).until(/whsec_/))
      child.kill("SIGTERM")
      await end()
      return secret
    }
    const first = await secretOf()
    assert.strictEqual(Buffer.from(first.slice("whsec_".length), "base64").length, 32)
    assert.strictEqual(await secretOf(), first)
    assert.notStrictEqual(await secretOf({ PARTNER_CLIENT_SECRET: "another-secret" }), first)
  })

  it("shows what the program does not accept, sends it once, and follows no redirect", async () => {
    await using service = await startService()
    await using target = await startTarget(500, 302)
    const addUser = adderOf(service)
    for (const name of ["ada", "mary", "emmy"]) await addUser(name)
    const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...scoped])
    await listenTo(child.stdout).until(/→ 200 \d+ ms/)
    child.kill("SIGINT")
    const { stdout } = await end()
    assert.match(stdout, /→ 500 \d+ ms, not accepted\n.*→ 302 \d+ ms, not accepted\n.*→ 200 \d+ ms\n$/)
    assert.strictEqual(target.deliveries.length, 3)
  })

  it("says when nothing listens there, and goes on with the next event", async () => {
    await using service = await startService()
    const gone = await startTarget()
    await gone[Symbol.asyncDispose]()
    const addUser = adderOf(service)
    await addUser("ada")
    const { child, end } = startPartner(service, ["listen", "--forward-to", gone.url, ...scoped, "--json"])
    const printed = listenTo(child.stdout)
    await printed.until(/"error"/)
    await addUser("mary")
    await printed.until(/("error"[^]*){2}/)
    child.kill("SIGINT")
    const { stderr, stdout } = await end()
    const [start, ...told] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(Object.keys(start), ["forward_to", "secret"])
    const { host } = new URL(gone.url)
    for (const { error, event_id, status, type } of told) {
      assert.deepStrictEqual(
        { error, status, type },
        { error: `The connection to ${host} failed (ECONNREFUSED).`, status: null, type: "user.created" }
      )
      assert.match(event_id, /^evt_/)
    }
    assert.strictEqual(stderr, "")
    const people = startPartner(service, ["listen", "--forward-to", gone.url, ...scoped])
    const said = await listenTo(people.child.stdout).until(/program running/)
    people.child.kill("SIGINT")
    await people.end()
    assert.include(said, "→ not delivered: The connection to")
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
