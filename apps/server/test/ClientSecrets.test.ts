/**
 * The secrets that a client makes and ends without its operator (recruiting 11): with its credentials, and with no token.
 */
import { CurrentWrite } from "@partner-api/contract/Middleware"
import { ClientSecretId, secretsPerDayMax } from "@partner-api/domain/ClientSecret"
import { Clients } from "@partner-api/service/services/access/Clients"
import { ClientSecrets } from "@partner-api/service/services/access/ClientSecrets"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { enterableClients } from "../src/samples/Sandbox.ts"
import { sandboxGuide } from "../src/samples/SandboxGuide.ts"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, basicOf, membersOf, textOf } from "./HttpCall.ts"
import { startServer, type TestServer } from "./TestServer.ts"

const path = "/v1/client/secrets"
const clientId = "sandbox-client"
const first = "sandbox-secret"

const make = (server: TestServer, secret = first, headers: Readonly<Record<string, string>> = {}) =>
  server.call("POST", path, { headers: { authorization: basicOf(clientId, secret), ...headers } })
const end = (server: TestServer, id: string, secret = first) =>
  server.call("DELETE", `${path}/${id}`, { headers: { authorization: basicOf(clientId, secret) } })

const readItems = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

const secretsOf = async (server: TestServer, secret = first) =>
  readItems(
    membersOf(await server.call("GET", "/v1/client", { token: await server.primary(clientId, secret) }))["secrets"]
  )

const logIn = async (server: TestServer, secret: string): Promise<number> => {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret }
  return (await server.call("POST", "/oauth/token", { form })).status
}

const entriesOf = async (server: TestServer): Promise<ReadonlyArray<Record<string, unknown>>> =>
  (await server.query("SELECT json FROM journal ORDER BY id"))
    .map(({ json }) => JSON.parse(String(json)))
    .filter(({ action }) => String(action).startsWith("secret."))

const headersOf = ({ headers }: Answer) => [headers["cache-control"], headers["www-authenticate"]]

describe("the secret of a client", () => {
  it("is rotated without a moment in which none works, and each step is in the audit log and in the operator's log (recruiting 11)", async () => {
    await using server = await startServer()
    const token = await server.primary()
    const [old] = await secretsOf(server)
    const before = (await entriesOf(server)).length
    const made = await make(server)
    assert.strictEqual(made.status, 201)
    assert.hasAllKeys(membersOf(made), ["id", "client_secret", "created_at"])
    assert.strictEqual(made.headers["cache-control"], "no-store")
    const second = textOf(made, "client_secret")
    assert.deepStrictEqual([await logIn(server, first), await logIn(server, second)], [200, 200])
    const ids = (await secretsOf(server)).map(({ id }) => id)
    assert.sameMembers(ids, [old?.["id"], textOf(made, "id")])
    assert.strictEqual((await end(server, String(old?.["id"]), second)).status, 204)
    assert.deepStrictEqual([await logIn(server, first), await logIn(server, second)], [401, 200])
    // Tokens go on to their end.
    assert.strictEqual((await server.call("GET", "/v1/client", { token })).status, 200)
    const entries = (await entriesOf(server)).slice(before)
    assert.deepStrictEqual(
      entries.map(({ action, after, before, client_id, resource_id }) => [
        action,
        client_id,
        resource_id,
        before ?? after
      ]),
      [
        ["secret.added", clientId, clientId, { secrets: [textOf(made, "id")] }],
        ["secret.ended", clientId, clientId, { secrets: [old?.["id"]] }]
      ]
    )
    const lines = server.log.faults.filter((line) => line.includes("by itself"))
    assert.match(lines.join("\n"), /client sandbox-client has made the secret sec_[\w-]{8} by itself/)
    assert.match(lines.join("\n"), /client sandbox-client has ended the secret sec_[\w-]{8} by itself/)
    assert.notInclude(server.log.faults.join("\n"), second)
  })

  it("is one of two at most, also with twenty requests at once (recruiting 11)", async () => {
    await using server = await startServer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => make(server)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepStrictEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)])
    assert.strictEqual((await secretsOf(server)).length, 2)
  })

  it("that would be the third is refused with the ids of the two, and how far they are used (recruiting 11)", async () => {
    await using server = await startServer()
    const made = await make(server)
    const { message } = membersOf(await make(server))
    const ids = (await secretsOf(server)).map(({ id }) => String(id))
    assert.match(
      String(message),
      new RegExp(`${ids[0]} .*last used in the hour of .*; ${ids[1]} .*not used yet\\. End one of them first\\.$`)
    )
    assert.include(ids, textOf(made, "id"))
    assert.notInclude(String(message), textOf(made, "client_secret"))
  })

  it("is made ten times in 24 hours by the client itself, and again when the wait is over (docs/decisions/0148)", async () => {
    await using server = await startServer()
    const cycle = async () => {
      const made = await make(server)
      if (made.status === 201) assert.strictEqual((await end(server, textOf(made, "id"))).status, 204)
      return made
    }
    const statuses = []
    for (let count = 0; count < secretsPerDayMax; count++) {
      statuses.push((await cycle()).status)
      await server.advance(1_000)
    }
    assert.deepStrictEqual([...new Set(statuses)], [201])
    const refused = await cycle()
    assert.strictEqual(errorOf(refused), "429 rate_limited")
    const waitSeconds = Number(refused.headers["retry-after"])
    assert.strictEqual(waitSeconds, 86_400 - secretsPerDayMax)
    assert.strictEqual((await secretsOf(server)).length, 1)
    await server.advance((waitSeconds - 1) * 1_000)
    assert.strictEqual((await cycle()).status, 429)
    await server.advance(1_000)
    assert.strictEqual((await cycle()).status, 201)
  })

  it("is never ended by a request that is made with it, and two requests at once leave one (recruiting 11)", async () => {
    await using server = await startServer()
    const [old] = await secretsOf(server)
    const id = String(old?.["id"])
    assert.strictEqual(errorOf(await end(server, id)), "409 conflict")
    const made = await make(server)
    const second = textOf(made, "client_secret")
    const both = await Promise.all([end(server, id, second), end(server, textOf(made, "id"), first)])
    assert.sameMembers(
      both.map(({ status }) => status),
      [204, 401]
    )
    assert.sameMembers([await logIn(server, first), await logIn(server, second)], [200, 401])
  })

  it("that has ended since it was shown makes none and ends none (recruiting 11)", async () => {
    await using server = await startServer()
    const made = await make(server)
    const refused = await server.run(
      Effect.gen(function* () {
        const [clients, secrets] = [yield* Clients, yield* ClientSecrets]
        const shown = yield* clients.authenticate(clientId, Redacted.make(first))
        const caller = { clientId: shown.client.id, secretDigest: shown.secretDigest }
        // The other secret of the client has ended it meanwhile.
        yield* Effect.promise(() => server.query("DELETE FROM client_secrets WHERE digest = ?", shown.secretDigest))
        const other = ClientSecretId.make(textOf(made, "id"))
        return [yield* Effect.flip(secrets.create(caller)), yield* Effect.flip(secrets.remove(caller, other))]
      }).pipe(Effect.provide(ClientSecrets.layer), Effect.provideService(CurrentWrite, { record: () => Effect.void }))
    )
    assert.deepStrictEqual(
      refused.map(({ _tag }) => _tag),
      ["Unauthorized", "Unauthorized"]
    )
    assert.strictEqual((await secretsOf(server, textOf(made, "client_secret"))).length, 1)
  })

  it("is answered once: a replay under the key is the same answer without it (recruiting, Repetition)", async () => {
    await using server = await startServer()
    const key = { "idempotency-key": "rotation-1" }
    const made = await make(server, first, key)
    const again = await make(server, first, key)
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    const { client_secret, ...rest } = membersOf(made)
    assert.isString(client_secret)
    assert.deepStrictEqual([again.status, membersOf(again)], [201, rest])
    const rows = await server.query("SELECT * FROM idempotency_keys")
    assert.notInclude(JSON.stringify(rows), String(client_secret))
  })

  it("is made by no token of any level, whichever header carries it (recruiting 11)", async () => {
    await using server = await startServer()
    const primary = await server.primary()
    const tokens = [primary, await server.scoped(primary), await server.partner()]
    for (const token of tokens) {
      for (const headers of [
        { authorization: `Bearer ${token}` },
        { "x-auth-token": token },
        { authorization: basicOf(clientId, token) },
        { authorization: basicOf(clientId, ""), "x-auth-token": token }
      ]) {
        const answer = await server.call("POST", path, { headers })
        assert.strictEqual(errorOf(answer), "401 unauthorized")
        assert.deepStrictEqual(headersOf(answer), ["no-store", 'Basic realm="partner-api"'])
      }
    }
    assert.strictEqual((await secretsOf(server)).length, 1)
  })

  it("is guessed no more often than at the token endpoint (recruiting 11)", async () => {
    await using server = await startServer()
    const statuses = []
    for (let guess = 0; guess < 21; guess++) statuses.push((await make(server, `wrong${guess}`)).status)
    assert.deepStrictEqual([...new Set(statuses)], [401, 429])
    assert.strictEqual(await logIn(server, "wrong"), 429)
    assert.strictEqual((await make(server)).status, 201)
  })

  it("of the sandbox is printed at a start while it works, and named when it has ended (docs/decisions/0007)", async () => {
    await using server = await startServer()
    const printed = async () => {
      const enterable = await server.run(enterableClients)
      return sandboxGuide({ baseUrl: "http://127.0.0.1", database: "", enterable, hasSandbox: true }).join("\n")
    }
    const before = await printed()
    assert.match(before, /sandbox-client +sandbox-secret /)
    assert.notInclude(before, "has ended")
    const made = await make(server)
    const [old] = await secretsOf(server)
    assert.strictEqual((await end(server, String(old?.["id"]), textOf(made, "client_secret"))).status, 204)
    const after = await printed()
    assert.match(after, /sandbox-client +\(ended\) /)
    assert.match(after, /sandbox-partner +sandbox-partner-secret /)
    assert.match(after, /has ended, because somebody has replaced it: sandbox-client\.$/m)
  })

  it("is made by the operator alone where PARTNER_SELF_SERVICE is off (docs/operators/settings)", async () => {
    await using server = await startServer({ selfService: false })
    const [only] = await secretsOf(server)
    const answers = [await make(server), await end(server, String(only?.["id"])), await end(server, "sec_none0000")]
    assert.deepStrictEqual(answers.map(errorOf), ["403 forbidden", "403 forbidden", "403 forbidden"])
    // A challenge for a token would ask for what these endpoints do not take.
    for (const { headers } of answers) assert.notProperty(headers, "www-authenticate")
    assert.strictEqual((await secretsOf(server)).length, 1)
  })
})
