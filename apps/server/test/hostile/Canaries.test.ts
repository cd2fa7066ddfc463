/**
 * Secrets that must never be seen again (decisions, Tokens; issue 3, R15): the whole interface is driven with a client secret,
 * tokens and email addresses of which none is elsewhere, in requests that are taken and in requests that are refused. Then they are
 * looked for in what the process wrote, in what it answered, and in its files; the secrets of webhooks in a backup too.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { newSettings } from "@partner-api/domain/OrganizationSettings"
import { permissions } from "@partner-api/domain/Permission"
import { open, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { operator } from "@partner-api/domain/Journal"
import { Clients } from "@partner-api/service/services/access/Clients"
import { Journal } from "@partner-api/service/services/Journal"
import { DatabaseTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { type Answer, answersOf, type Call, exchange, textOf } from "../HttpCall.ts"
import { commandsOn } from "../operator/OnFile.ts"
import { openDatabase } from "../TestServer.ts"
import { certificate } from "../webhooks/Receiver.ts"
import { sharedSink } from "../webhooks/Sink.ts"
import { startChildServer } from "./ChildServer.ts"

const secret = Crypto.randomBytes(32).toString("base64url")
const wrongSecret = Crypto.randomBytes(32).toString("base64url")
const wrongToken = Crypto.randomBytes(32).toString("base64url")
const email = `${Crypto.randomBytes(8).toString("hex")}@canary.example`
const client = { client_id: "cli_canary", client_secret: secret }
const organization = OrganizationId.make("org_canary")
const secretsKey = Crypto.randomBytes(sealingKeyBytes)

const prepare = (databaseFile: string): Promise<void> =>
  Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    yield* organizations.insert({ id: organization, name: "Canary", settings: newSettings }, timestampFromMillis(0))
    const clients = yield* Clients
    const journal = yield* Journal
    const create = clients.create({
      id: ClientId.make(client.client_id),
      name: "Canary",
      secret: Redacted.make(secret),
      grants: [{ organizationId: organization, permissions }],
      mayCreateOrganizations: true,
      defaultOrganization: undefined,
      isSandbox: false
    })
    yield* journal.write(operator, create)
  }).pipe(
    Effect.provide(
      Clients.layer.pipe(
        Layer.provideMerge(Journal.layer),
        Layer.provideMerge(Database.layer(DatabaseTarget.Sqlite({ file: databaseFile })))
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

const sink = await sharedSink(() => 204, certificate)
const server = await startChildServer({
  command: "serve",
  prepare,
  settings: {
    SECRETS_KEY: secretsKey.toString("base64"),
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1/32",
    // The receiver has a certificate of an authority of the tests, for a name.
    NODE_TLS_REJECT_UNAUTHORIZED: "0"
  }
})
afterAll(() => server[Symbol.asyncDispose]())
const refusals: Array<string> = []

const call = async (method: string, path: string, sent: Call = {}): Promise<Answer> => {
  const answer = await server.call(method, path, sent)
  assert.isBelow(answer.status, 500, `${method} ${path}: ${answer.text}`)
  if (answer.status >= 400) refusals.push(JSON.stringify(answer.headers) + answer.text)
  return answer
}
const grant = { grant_type: "client_credentials" }
const basic = (clientSecret: string) => ({
  authorization: `Basic ${Buffer.from(`${client.client_id}:${clientSecret}`).toString("base64")}`
})

const primary = textOf(await call("POST", "/oauth/token", { form: { ...grant, ...client } }), "access_token")
const basicToken = textOf(await call("POST", "/oauth/token", { form: grant, headers: basic(secret) }), "access_token")
const partner = textOf(await call("POST", "/v1/auth/token", { json: client }), "access_token")
const scoped = textOf(await call("POST", `/v1/organizations/${organization}/token`, { token: primary }), "access_token")
const tokens = [primary, basicToken, partner, scoped, wrongToken]

const endpoint = await call("POST", "/v1/webhook_endpoints", {
  token: scoped,
  json: { url: sink.url, types: ["user.*"] },
  headers: { "idempotency-key": "canary-endpoint" }
})
const endpointId = textOf(endpoint, "id")
const rotation = await call("POST", `/v1/webhook_endpoints/${endpointId}/rotate_secret`, {
  token: scoped,
  json: {},
  headers: { "idempotency-key": "canary-rotation" }
})
const webhookSecrets = [textOf(endpoint, "secret"), textOf(rotation, "secret")]
const user = { first_name: "Ada", last_name: "Canary", email }
const raw = async (bytes: string) => {
  const answers = answersOf(await exchange(server.port, bytes))
  refusals.push(...answers.map(({ headers, text }) => JSON.stringify(headers) + text))
}

const drive = async (): Promise<void> => {
  for (const json of [user, user, { ...user, id: "a b" }, { ...user, email: `${email}@` }, [email], email, {}]) {
    await call("POST", "/v1/users", { token: scoped, json })
  }
  await call("POST", "/v1/users", {
    token: scoped,
    body: `{"email":"${email}"`,
    headers: { "content-type": "application/json" }
  })
  await call("POST", "/v1/users", {
    token: scoped,
    body: JSON.stringify(user),
    headers: { "content-type": "text/plain" }
  })
  await call("POST", "/v1/agencies/agy_none/fees", { token: scoped, json: { customFees: [{ note: email }] } })
  await call("POST", "/v1/auth/token", { json: { ...client, client_secret: wrongSecret } })
  await call("POST", "/v1/auth/token", { json: { ...client, client_id: email } })
  await call("POST", "/v1/auth/token", { json: { client_secret: secret } })
  await call("POST", "/v1/auth/token", { json: { client_secret: [secret], client_id: 1 } })
  await call("POST", "/oauth/token", { form: { ...grant, ...client, client_secret: wrongSecret } })
  await call("POST", "/oauth/token", { form: { ...grant, ...client }, headers: basic(secret) })
  await call("POST", "/oauth/token", { form: { ...grant, ...client, scope: secret } })
  await call("POST", "/oauth/token", { form: { ...client, grant_type: secret } })
  await call("POST", "/oauth/token", { form: grant, headers: basic(wrongSecret) })
  await call("POST", `/oauth/token?client_secret=${secret}`, { form: { ...grant, ...client } })
  await call("POST", "/oauth/token", { json: client })
  for (const token of tokens) {
    for (const path of ["/v1/organizations", "/v1/jobs", "/v1/users", "/v1/agencies", "/v1/users/nope", "/nope"]) {
      await call("GET", path, { token })
      await call("GET", path, { headers: { "x-auth-token": token } })
    }
    await call("GET", "/v1/jobs", { token, headers: { "x-auth-token": token } })
    await call("GET", `/v1/jobs?access_token=${token}`)
    await call("GET", `/v1/jobs?limit=${token}`, { token: scoped })
    await call("GET", `/v1/jobs?cursor=${token}`, { token: scoped })
    await call("GET", `/v1/jobs/${token}`, { token: scoped })
    await call("GET", `/${token}`)
    await call("DELETE", "/v1/jobs", { token })
    await call("GET", "/v1/jobs", { headers: { authorization: `Basic ${token}`, "idempotency-key": token } })
    await raw(`GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX : y\r\n\r\n`)
    await raw(`GET /v1/jobs HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
    await raw(`CONNECT ${token}:1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await raw(
      `GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nExpect: ${token}\r\nConnection: close\r\n\r\n`
    )
  }
}
await drive()
const delivered = await sink.until((requests) => requests.some(({ type }) => type === "user.created"))
await call("GET", `/v1/webhook_endpoints/${endpointId}/deliveries`, { token: scoped })

/** Every spelling under which a secret could leak: as it is, in base64, in hexadecimal, escaped. */
const spellings = (text: string): ReadonlyArray<string> => [
  text,
  Buffer.from(text).toString("hex"),
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
  Buffer.from(`${client.client_id}:${text}`).toString("base64").replace(/=+$/, ""),
  encodeURIComponent(text)
]
/** The spellings of bytes that are shown in base64. */
const spellingsOfBytes = (text: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(text, "base64")
  const base64 = text.replace(/=+$/, "")
  return [...spellings(base64), bytes.toString("base64url"), bytes.toString("hex"), bytes.toString("latin1")]
}

const prefix = "whsec_"
const sealedSecrets = [
  ...webhookSecrets.map((text) => text.slice(prefix.length)),
  secretsKey.toString("base64")
].flatMap(spellingsOfBytes)
const secrets = [...[secret, wrongSecret, ...tokens].flatMap(spellings), ...sealedSecrets]

const hits = (haystack: string, needles: ReadonlyArray<string>): ReadonlyArray<string> =>
  needles.filter((needle) => haystack.includes(needle))

const files = (part = ""): string =>
  Fs.readdirSync(server.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.includes(part))
    .map(({ name, parentPath }) => Fs.readFileSync(Path.join(parentPath, name), "latin1"))
    .join("\n")

describe("a secret", () => {
  it("was in many requests, taken and refused (issue 3)", async () => {
    assert.isAtLeast(refusals.length, 100)
    assert.include((await call("GET", "/v1/users", { token: scoped })).text, email)
  })

  it("is in no file of the database while it runs (decisions, Tokens)", () => {
    assert.deepStrictEqual(hits(files(), secrets), [])
    // The search reads what is there: the address is stored, where it belongs.
    assert.deepStrictEqual(hits(files(), [email]), [email])
  })

  it("is in no refusal (decisions, Errors)", () =>
    assert.deepStrictEqual(hits(refusals.join("\n"), [...secrets, email, server.databaseFile]), []))

  it("is in nothing that the process wrote (decisions, Limits)", async () => {
    assert.strictEqual(await server.stop(), 0)
    const written = server.stdout() + server.stderr()
    const [announced = "", ...lines] = written.split("\n")
    assert.isAtLeast(lines.length, 100)
    // The server prints the place of the database once, at the start.
    assert.include(announced, server.databaseFile)
    assert.deepStrictEqual(hits(lines.join("\n"), [...secrets, email, server.databaseFile]), [])
    assert.deepStrictEqual(hits(files(), secrets), [])
  })

  it("is not in the request log, and no address or name of a person either (docs/decisions/0066)", () => {
    const log = files(".requests")
    assert.include(log, "/v1/users")
    assert.deepStrictEqual(hits(log, [...secrets, email, "Ada", "Canary"]), [])
  })

  it.for(spellings(secret))("is found when it was written: %s (negative control)", (spelling) =>
    assert.isNotEmpty(hits(`{"status":400}\n{"note":"${spelling}"}\n`, secrets))
  )
})

/** What a table of the database holds, as text. */
const rowsOf = (file: string, table: string): string => {
  using operator = openDatabase(file)
  return JSON.stringify(operator.db.prepare(`SELECT * FROM ${table}`).all())
}

describe("the secret of a webhook endpoint", () => {
  it("signed a request that had what is reported of a person (decisions, Webhooks)", () =>
    assert.isTrue(delivered.some(({ body }) => body.includes(email))))

  it("is in no backup, as little as the key that seals it; another key opens nothing of it (decisions, Webhooks)", async () => {
    const backup = Path.join(server.folder, "canary-backup.db")
    await commandsOn(server.databaseFile).json("backup", backup)
    assert.deepStrictEqual(hits(Fs.readFileSync(backup, "latin1"), secrets), [])
    using copy = openDatabase(backup)
    const rows = copy.db.prepare("SELECT version, key_id, sealed FROM webhook_secrets ORDER BY version").all()
    const openWith = (bytes: Uint8Array) => {
      const key = sealingKeyOf(bytes)
      // By its name too: a thief says that it is the one.
      return rows.map(({ key_id: keyId, sealed, version }) =>
        Option.map(
          open(
            [{ ...key, id: String(keyId) }],
            { keyId: String(keyId), sealed: String(sealed) },
            [organization, endpointId, version].join("|")
          ),
          Redacted.value
        )
      )
    }
    assert.deepStrictEqual(openWith(secretsKey), webhookSecrets.map(Option.some))
    assert.deepStrictEqual(openWith(Crypto.randomBytes(sealingKeyBytes)), [Option.none(), Option.none()])
  })
})

describe("what is reported of a person", () => {
  for (const table of ["webhook_deliveries", "webhook_positions", "webhook_endpoints", "journal", "idempotency_keys"]) {
    it(`is not in the rows of ${table} (decisions, Journal)`, () => {
      const rows = rowsOf(server.databaseFile, table)
      assert.notStrictEqual(rows, "[]")
      assert.deepStrictEqual(hits(rows, [email, ...sealedSecrets]), [])
    })
  }

  it("is in the rows of events (negative control)", () => assert.include(rowsOf(server.databaseFile, "events"), email))
})
