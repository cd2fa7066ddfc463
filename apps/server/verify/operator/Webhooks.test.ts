/**
 * Webhook endpoints and their secrets by command, beside a running server: how they stand, and that what is changed is in force
 * (docs/operators/clients.md, Webhook endpoints).
 */
import * as Fs from "node:fs"
import { sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { textOf } from "../../test/HttpCall.ts"
import { processesOn } from "../../test/operator/OnFile.ts"
import { openDatabase, sharedServer } from "../../test/TestServer.ts"
import { startSink } from "../../test/webhooks/Sink.ts"

const server = await sharedServer({ hostPolicy: { hosts: [], loopback: true } })
const token = server.tokens.acme

const keyBytes = (byte: number) => new Uint8Array(sealingKeyBytes).fill(byte)
const textOfKey = (byte: number): string => Buffer.from(keyBytes(byte)).toString("base64")
const idOfKey = (byte: number): string => sealingKeyOf(keyBytes(byte)).id

/** The key of the server in this process. */
const serverKey = 0
const commands = processesOn(server.databaseFile, { SECRETS_KEY: textOfKey(serverKey) })

/** Longer than the workers take to look for what other processes have committed. */
const pollMs = 60_000

let people = 0
const addUser = () =>
  server.call("POST", "/v1/users", {
    token,
    json: { first_name: "Ada", last_name: "King", email: `hook.${people++}@example.com` }
  })

const Shown = Schema.Struct({
  id: Schema.String,
  state: Schema.String,
  host: Schema.String,
  position: Schema.Int,
  head: Schema.Int,
  waiting_since: Schema.NullOr(Schema.String),
  failing_since: Schema.NullOr(Schema.String),
  failures: Schema.Int,
  disabled_reason: Schema.optional(Schema.String),
  deliveries: Schema.Struct({ pending: Schema.Int, parked: Schema.Int, failed: Schema.Int }),
  secrets: Schema.Array(Schema.Struct({ version: Schema.Int, key_id: Schema.String, key: Schema.String }))
})
const readShown = Schema.decodeUnknownSync(Shown)
const readListed = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String, state: Schema.String })))

/** A test that waits for a request which is never sent ends after this long: the limit of this folder is for soaks. */
const patience = { timeout: 120_000 }

/** An endpoint whose address has answered a ping. It goes with the test, also with one that fails: the next one counts its own. */
const addEndpoint = async (statusOf?: Parameters<typeof startSink>[0]) => {
  const sink = await startSink(statusOf)
  onTestFinished(sink.stop)
  const created = await server.call("POST", "/v1/webhook_endpoints", {
    token,
    json: { url: sink.url, types: ["user.*"] }
  })
  const [id, secret] = [textOf(created, "id"), textOf(created, "secret")]
  const remove = () => server.call("DELETE", `/v1/webhook_endpoints/${id}`, { token })
  onTestFinished(async () => {
    await remove()
  })
  await sink.count(1)
  return {
    id,
    sink,
    secret,
    show: async () => readShown(await commands.json("webhooks", "show", id)),
    run: (verb: string, ...args: ReadonlyArray<string>) => commands.run("webhooks", verb, id, ...args),
    json: (verb: string, ...args: ReadonlyArray<string>) => commands.json("webhooks", verb, id, ...args),
    remove
  }
}

/** Asks again, but not for ever, until an answer is as a test waits for: the server writes down what it has sent a moment after. */
const until = async <A>(send: () => Promise<A>, isEnough: (answer: A) => boolean, tries = 20): Promise<A> => {
  const answer = await send()
  if (isEnough(answer)) return answer
  if (tries === 0) throw new Error(`still ${JSON.stringify(answer)}`)
  return until(send, isEnough, tries - 1)
}

describe("partner-api webhooks, beside a running server,", patience, () => {
  it("lists endpoints and shows one without the part of its address that may be a secret (docs/operators/clients.md, Webhook endpoints)", async () => {
    const { id, remove, run, secret, show, sink } = await addEndpoint()
    const shown = await until(show, ({ state }) => state === "enabled")
    const { host } = new URL(sink.url)
    assert.deepInclude(shown, { id, host, waiting_since: null, failing_since: null, failures: 0 })
    assert.deepStrictEqual(shown.secrets, [{ version: 1, key_id: idOfKey(serverKey), key: "current" }])
    const table = await commands.run("webhooks", "list", "--organization", "org_acme")
    const listed = await commands.run("webhooks", "list", "--json")
    const lines = (await run("show")).stdout
    const sealed = `sealed with the key ${idOfKey(serverKey)} (the current one)`
    for (const text of ["state         enabled", `host          ${host}`, sealed]) assert.include(lines, text)
    for (const text of [table.stdout, listed.stdout, lines, (await run("show", "--json")).stdout]) {
      assert.include(text, id)
      assert.include(text, host)
      for (const hidden of ["/hook", secret]) assert.notInclude(text, hidden)
    }
    const ids = async (...filter: ReadonlyArray<string>) =>
      readListed(await commands.json("webhooks", "list", ...filter)).map((row) => row.id)
    assert.deepStrictEqual(await ids("--client", "sandbox-client"), [id])
    assert.deepStrictEqual(await ids("--organization", "org_globex"), [])
    await remove()
    assert.deepStrictEqual(await ids(), [])
  })

  it("opens the secrets of a sandbox with the key in its file, which it does not make (docs/operators/clients.md, Webhook endpoints)", async () => {
    const { id } = await addEndpoint()
    const keyless = processesOn(server.databaseFile)
    const keysOf = async () =>
      readShown(await keyless.json("webhooks", "show", id)).secrets.map(({ key, key_id }) => [key_id, key])
    const keyFile = `${server.databaseFile}.key`
    assert.deepStrictEqual(await keysOf(), [[idOfKey(serverKey), "missing"]])
    assert.isFalse(Fs.existsSync(keyFile))
    onTestFinished(() => Fs.rmSync(keyFile, { force: true }))
    Fs.writeFileSync(keyFile, `${textOfKey(serverKey)}\n`)
    assert.deepStrictEqual(await keysOf(), [[idOfKey(serverKey), "current"]])
  })

  it("disables an endpoint against its client, and enables it by a ping; what came meanwhile follows (docs/operators/clients.md, Webhook endpoints)", async () => {
    const { id, json, show, sink } = await addEndpoint()
    await until(show, ({ state }) => state === "enabled")
    assert.deepInclude(readShown(await json("disable")), { state: "disabled", disabled_reason: "operator" })
    await addUser()
    const patch = { token, json: { status: "enabled" } }
    assert.strictEqual((await server.call("PATCH", `/v1/webhook_endpoints/${id}`, patch)).status, 409)
    assert.strictEqual(readShown(await json("enable")).state, "pending")
    assert.lengthOf(sink.requests, 1)
    await server.advance(pollMs)
    const types = (await sink.count(3)).map(({ type }) => type)
    assert.deepStrictEqual(types, ["ping", "ping", "user.created"])
  })

  it("sends an event again, and what has failed since a moment once that is agreed to (docs/operators/clients.md, Webhook endpoints)", async () => {
    let refused = 0
    const { id, json, run, show, sink } = await addEndpoint(({ type }) =>
      type === "user.created" && refused++ < 2 ? 400 : 204
    )
    await until(show, ({ state }) => state === "enabled")
    await addUser()
    await sink.count(2)
    await until(show, ({ failures }) => failures === 1)
    const [, request] = sink.requests
    using database = openDatabase(server.databaseFile)
    const before = new Date(server.startMs - 1_000).toISOString()
    const none = await json("redeliver", "--failed", "--since", before)
    assert.deepStrictEqual(none, { id, deliveries: 0, state: "failing" })
    database.db.exec("UPDATE webhook_deliveries SET status = 'failed', next_attempt_at_ms = NULL WHERE type <> 'ping'")
    const unasked = await run("redeliver", "--failed", "--since", before)
    assert.strictEqual(unasked.code, 1)
    assert.include(unasked.stderr, `Send 1 delivery to ${id} again?`)
    assert.include(unasked.stderr, "Nothing was changed. Give --yes to do it.")
    assert.strictEqual((await show()).deliveries.failed, 1)
    const requested = await json("redeliver", "--failed", "--since", before, "--yes")
    assert.deepStrictEqual(requested, { id, deliveries: 1, state: "failing" })
    assert.deepInclude((await show()).deliveries, { pending: 1, failed: 0 })
    const later = "2999-01-01T00:00:00.000Z"
    database.db.exec(`UPDATE webhook_positions SET not_before_ms = ${Date.parse(later)}`)
    const failing = await run("redeliver", request?.id ?? "")
    for (const text of [`1 delivery will be sent to ${id} again.`, `The next one is sent at ${later}`])
      assert.include(failing.stdout, text)
    await run("disable")
    const disabled = await run("redeliver", request?.id ?? "")
    assert.include(disabled.stdout, `wait until it is enabled: partner-api webhooks enable ${id}`)
    for (const wrong of [[], ["--failed"], ["--since", before], [request?.id ?? "", "--failed", "--since", before]]) {
      const { code, stderr } = await run("redeliver", ...wrong)
      assert.deepStrictEqual([code, stderr.includes("Give the id of an event, or --failed with --since")], [1, true])
    }
    const unknown = await commands.run("webhooks", "show", "whe_nothing")
    assert.deepStrictEqual(
      [unknown.code, unknown.stderr],
      [1, "partner-api: There is no webhook endpoint whe_nothing."]
    )
  })
})

describe("partner-api secrets rewrap, beside a running server,", patience, () => {
  it("seals with the new key what the one before has sealed, once; and says what no key opens (docs/operators/clients.md, Webhook endpoints)", async () => {
    const { id, secret, show } = await addEndpoint()
    const withKeys = (settings: Readonly<Record<string, string>>) => processesOn(server.databaseFile, settings)
    const bare = await withKeys({}).run("secrets", "rewrap")
    assert.strictEqual(bare.code, 1)
    assert.include(bare.stderr, "SECRETS_KEY is not set")
    const stranger = withKeys({ SECRETS_KEY: textOfKey(2) })
    const lost = await stranger.run("secrets", "rewrap", "--json")
    assert.strictEqual(lost.code, 1)
    assert.deepInclude(JSON.parse(lost.stdout), {
      sealed: 0,
      not_opened: [{ id, version: 1, key_id: idOfKey(serverKey) }]
    })
    assert.include(lost.stderr, "1 secret could not be opened")
    assert.include(lost.stderr, "Set SECRETS_KEY_PREVIOUS to that key")
    const next = withKeys({ SECRETS_KEY: textOfKey(1), SECRETS_KEY_PREVIOUS: textOfKey(serverKey) })
    assert.deepInclude(await next.json("secrets", "rewrap"), {
      key_id: idOfKey(1),
      endpoints: 1,
      sealed: 1,
      not_opened: []
    })
    assert.deepInclude(await next.json("secrets", "rewrap"), { sealed: 0, not_opened: [] })
    assert.deepStrictEqual((await show()).secrets, [{ version: 1, key_id: idOfKey(1), key: "missing" }])
    // Back, for the server has the first key alone; partners notice nothing of it.
    const back = withKeys({ SECRETS_KEY: textOfKey(serverKey), SECRETS_KEY_PREVIOUS: textOfKey(1) })
    const text = await back.run("secrets", "rewrap")
    assert.include(text.stdout, "1 secret of 1 endpoint sealed anew")
    for (const part of [text.stdout, text.stderr, lost.stdout, lost.stderr]) {
      for (const hidden of [secret, textOfKey(serverKey), textOfKey(1), textOfKey(2)]) assert.notInclude(part, hidden)
    }
  })
})
